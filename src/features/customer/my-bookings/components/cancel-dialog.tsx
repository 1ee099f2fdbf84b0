import { soldName } from '@domain/booking/add-ons.ts';
import { useQuery } from '@tanstack/react-query';
import { formatCents } from '@domain/money/money.ts';
import { cancellationPolicy } from '@domain/money/cancellation-policy.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { useNow } from '@/lib/use-now.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { BackendError } from '@/lib/backend.ts';
import { cancellationPreview } from '../api/cancel-booking.ts';
import type { ListedBooking } from '../api/rained-out.ts';
import { toldStartOf } from '@/lib/told-times.ts';

type CancelDialogProps = {
  /** The booking in question; null while nothing is asked. */
  booking: ListedBooking | null;
  isBusy: boolean;
  onKeep: () => void;
  onCancel: (booking: ListedBooking) => void;
  focusAfter: (booking: ListedBooking) => HTMLElement | null;
};

/** Shows the refund and asks for confirmation before cancelling. */
export function CancelDialog(props: CancelDialogProps) {
  const { booking } = props;
  return booking && <Question {...props} booking={booking} />;
}

function Question({ booking, ...props }: CancelDialogProps & { booking: ListedBooking }) {
  const { error } = useQuery(cancellationPreview(booking));
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && props.onKeep()}
      title="Cancel this booking?"
      description="Are you sure you want to cancel this booking? Please check our cancellation policy."
      confirmLabel={isPast(error) ? null : 'Cancel booking'}
      cancelLabel="Keep booking"
      variant="danger"
      busy={props.isBusy}
      onConfirm={() => props.onCancel(booking)}
      focusAfter={() => props.focusAfter(booking)}
    >
      <p className="font-semibold">
        {soldName(booking.service_name, booking.details?.add_ons)}, {toldStartOf(booking)}
      </p>
      <RefundPreview booking={booking} />
      <Policy booking={booking} />
    </ConfirmDialog>
  );
}

const isPast = (error: unknown) => error instanceof BackendError && error.code === 'booking_past';

/** As promised with this booking, whatever new ones are promised. */
function Policy({ booking }: { booking: ListedBooking }) {
  const { data } = useQuery(cancellationPreview(booking));
  const now = useNow();
  return (
    <p className="mt-4 border-t border-hairline pt-4 text-sm text-ink-soft">
      Cancellation policy:{' '}
      {cancellationPolicy({
        freeCancellationHours: booking.free_cancellation_hours,
        freeUntil: booking.cancellation_free_until,
        depositCents: data?.depositAmount,
        refundCents: data?.refundAmount,
        paymentOption: booking.payment_option,
        isDepositKept: booking.deposit_kept_since !== null,
        isRainDay: booking.is_rained_out,
        start: { startsAt: startsAt(booking.booking_date, booking.booking_time), now },
      })}
    </p>
  );
}

function RefundPreview({ booking }: { booking: ListedBooking }) {
  const { data, error } = useQuery(cancellationPreview(booking));
  if (error) return <p className="mt-2 text-danger">{error.message}</p>;
  if (!data) return <Spinner className="mt-2" label="Looking up your refund" />;
  return (
    <p role="status" className="mt-2">
      {data.refundAmount > 0
        ? `If you cancel now, we refund ${formatCents(data.refundAmount)}.`
        : 'If you cancel now, there is no refund.'}
      {data.disputedAmount
        ? ` Your bank disputes ${formatCents(data.disputedAmount)} of your payment, so we don’t refund that part.`
        : ''}
    </p>
  );
}
