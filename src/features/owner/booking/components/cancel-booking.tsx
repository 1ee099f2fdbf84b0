import { formatStartOf } from '@domain/time/start-format.ts';
import { asksAboutDispute } from '@/entities/dispute/asks-about-dispute.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatCents } from '@domain/money/money.ts';
import { parseMoney } from '@domain/money/parse-money.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import type {
  CancellationPreview,
  OwnerBooking,
  OwnerCancellation,
} from '@contracts/owner-booking.ts';
import { cancelAsOwner, cancellationPreview } from '../api/change-booking.ts';
import { useBookingAction } from '../use-booking-action.ts';
import { RefundChoice, wholeCents } from './refund-choice.tsx';

/** Cancels a booking after a question that shows the refund, which the owner may change. */
export function CancelBooking({ booking }: { booking: OwnerBooking }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" className="text-danger" onClick={() => setIsOpen(true)}>
        Cancel booking
      </Button>
      {isOpen && <CancelDialog booking={booking} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function CancelDialog({ booking, onClose }: { booking: OwnerBooking; onClose: () => void }) {
  const preview = useQuery(cancellationPreview(booking.id));
  const [typed, setTyped] = useState<string | null>(null);
  const [isTried, setIsTried] = useState(false);
  const text = typed ?? untouched(preview.data);
  // Blank is no decision: only a 0 that the owner enters refunds nothing.
  const refundCents = text.trim() === '' ? null : parseMoney(text);
  const error = errorOf(text, refundCents, preview.data?.mostCents ?? 0);
  const cancel = useBookingAction(
    booking.id,
    (chosen: { refundCents: number; anyway?: boolean }) => cancelAsOwner(booking.id, chosen),
    {
      done: (answer) => ({ title: 'Booking Cancelled', description: refundSentence(answer) }),
      onDone: onClose,
    },
  );
  const confirm = () => {
    setIsTried(true);
    if (!preview.data || refundCents === null || error) return;
    const anyway = preview.data.hasOpenDispute === true || asksAboutDispute(cancel.error);
    cancel.mutate({ refundCents, ...(anyway && { anyway }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this booking?"
      description={`${booking.service_name} for ${booking.customer_name}, ${formatStartOf(booking)}. ${whoGetsEmail(booking)} The time becomes available right away. You can’t undo this.`}
      confirmLabel="Cancel booking"
      cancelLabel="Keep booking"
      variant="danger"
      busy={cancel.isPending}
      onConfirm={confirm}
    >
      {preview.data ? (
        <RefundChoice
          preview={preview.data}
          text={text}
          refundCents={refundCents}
          error={isTried ? error : undefined}
          onText={setTyped}
        />
      ) : preview.error ? (
        <div role="alert">
          <p className="text-danger">{failureSentence(preview.error)}</p>
          <Button variant="secondary" className="mt-3" onClick={() => void preview.refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <Spinner label="Looking up the refund" />
      )}
      {cancel.error && (
        <p role="alert" className="mt-4 font-medium text-danger">
          {failureSentence(cancel.error)}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** An address that never paid may be a stranger's. */
function whoGetsEmail({ status, customer_email: email }: OwnerBooking): string {
  if (!email) return 'There’s no email address. Please call the customer.';
  return status === 'pending_payment'
    ? 'The customer gets no email, since nothing was paid.'
    : `We email ${email}.`;
}

/** The whole amount where both answers are the same, and nothing where the owner has to choose. */
function untouched(preview: CancellationPreview | undefined): string {
  if (!preview) return '';
  return preview.policyCents === wholeCents(preview) ? (preview.policyCents / 100).toFixed(2) : '';
}

function errorOf(text: string, cents: number | null, mostCents: number): string | undefined {
  if (text.trim() === '') return 'Please choose who cancels, or enter the refund.';
  if (cents === null) return 'Please enter dollars, for example 20 or 12.50.';
  return cents > mostCents ? `You can refund up to ${formatCents(mostCents)}.` : undefined;
}

function refundSentence({ byCardCents, byHandCents }: OwnerCancellation): string {
  const parts = [
    byCardCents > 0 ? `${formatCents(byCardCents)} is refunded to the card.` : '',
    byHandCents > 0 ? `Refund ${formatCents(byHandCents)} by hand.` : '',
  ].filter(Boolean);
  return parts.join(' ') || 'Nothing is refunded.';
}
