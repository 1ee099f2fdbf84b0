import { useQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Section } from '@/components/section.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { forgetHeldBooking } from '@/entities/booking/held-booking.ts';
import { BackendError } from '@/lib/backend.ts';
import { clockNow } from '@/lib/clock.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { toldStartOf } from '@/lib/told-times.ts';
import { useNow } from '@/lib/use-now.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { isUpcoming } from '@domain/booking/booking.ts';
import { cancellationPolicy } from '@domain/money/cancellation-policy.ts';
import { formatCents } from '@domain/money/money.ts';
import { localToday, startsAt } from '@domain/time/schedule.ts';
import { cancelBooking, cancellationPreview } from '../api/cancel-booking.ts';
import { photoLinksQuery } from '../api/photo-links.ts';
import type { ListedBooking } from '../api/rained-out.ts';
import { standingOf } from '../standing-of.ts';
import { BookingCard, cardHeadingId } from './booking-card.tsx';

type BookingListProps = {
  bookings: readonly ListedBooking[];
  onCancelled: (id: string, refundCents: number) => void;
};

/** Bookings in two sections, each there only when it has any: the soonest and the most recent first. */
export function BookingList({ bookings, onCancelled }: BookingListProps) {
  const [today] = useState(() => localToday(clockNow()));
  const [asked, setAsked] = useState<ListedBooking | null>(null);
  const cancellation = useCancelBooking(({ id }, refundCents) => {
    if (refundCents !== null) onCancelled(id, refundCents);
    setAsked(null);
  });

  const { data: photoLinks } = useQuery(photoLinksQuery(bookings.flatMap(doneVisit)));

  const soonestFirst = [...bookings].sort((a, b) => startOf(a).localeCompare(startOf(b)));
  const upcoming = soonestFirst.filter((booking) => isUpcoming(standingOf(booking), today));
  const rest = soonestFirst.filter((booking) => !upcoming.includes(booking)).reverse();
  const sections = [
    { heading: 'Upcoming', list: upcoming },
    { heading: 'Past & Cancelled', list: rest },
  ];

  return (
    <div className="grid gap-14">
      {sections.map(
        ({ heading, list }) =>
          list.length > 0 && (
            <Section key={heading} heading={heading} headingClassName="mb-6 heading-2">
              <ul className="grid gap-5">
                {list.map((booking) => (
                  <li key={booking.id}>
                    <BookingCard
                      booking={booking}
                      today={today}
                      photoToken={photoLinks?.[booking.id]}
                      onCancel={() => setAsked(booking)}
                    />
                  </li>
                ))}
              </ul>
            </Section>
          ),
      )}
      <CancelDialog
        booking={asked}
        isBusy={cancellation.isPending}
        onKeep={() => setAsked(null)}
        onCancel={(booking) => cancellation.mutate(booking)}
        focusAfter={(booking) => document.getElementById(cardHeadingId(booking.id))}
      />
    </div>
  );
}

const doneVisit = ({ id, done_at, details }: ListedBooking) =>
  done_at !== null && details ? [{ id, email: details.customer_email }] : [];

const startOf = ({ booking_date, booking_time }: ListedBooking) =>
  `${booking_date} ${booking_time}`;

/** Cancels a booking and says so; `onEnd` gets the refund in cents, or null where it stands. */
function useCancelBooking(onEnd: (booking: ListedBooking, refundCents: number | null) => void) {
  return useMutation({
    mutationFn: (booking: ListedBooking) => cancelBooking(booking),
    onSuccess: ({ refundAmount }, booking) => {
      forgetHeldBooking(booking.id);
      const refund =
        refundAmount > 0 ? ` A refund of ${formatCents(refundAmount)} is being processed.` : '';
      toast({
        title: 'Booking Cancelled',
        description: `Your booking has been cancelled.${refund}`,
      });
      onEnd(booking, refundAmount);
    },
    onError: (error, booking) => {
      toastFailure('Cancellation Failed', error.message);
      onEnd(booking, null);
    },
  });
}

type CancelDialogProps = {
  /** The booking in question; null while nothing is asked. */
  booking: ListedBooking | null;
  isBusy: boolean;
  onKeep: () => void;
  onCancel: (booking: ListedBooking) => void;
  focusAfter: (booking: ListedBooking) => HTMLElement | null;
};

/** Shows the refund and asks for confirmation before cancelling. */
function CancelDialog(props: CancelDialogProps) {
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
