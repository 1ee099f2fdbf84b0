import { useState } from 'react';
import { formatCents } from '@domain/money/money.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { formatMoment } from '@/lib/moments.ts';
import type { BookingPage } from '@contracts/owner-booking.ts';
import { sendPaymentLink } from '../api/change-booking.ts';
import { useBookingAction } from '../use-booking-action.ts';

/** Emails the customer a link to pay what is due online, with a tip, after a question. */
export function SendPaymentLink({ page: { booking, money } }: { page: BookingPage }) {
  const [isAsked, setIsAsked] = useState(false);
  const send = useBookingAction(booking.id, () => sendPaymentLink(booking.id), {
    done: ({ to_email: email, due_cents: dueCents }) => ({
      title: 'Payment Link Sent',
      description: `We’re emailing a link to pay ${formatCents(dueCents)} to ${email}.`,
    }),
    failed: 'Payment Link Not Sent',
  });
  return (
    <>
      <Button variant="secondary" busy={send.isPending} onClick={() => setIsAsked(true)}>
        Send payment link
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Send a payment link?"
        description={`We’ll email ${booking.customer_email ?? 'the customer'} a link to pay ${formatCents(money.due_on_site_cents)} by card.`}
        confirmLabel="Send link"
        cancelLabel="Not now"
        onConfirm={() => {
          setIsAsked(false);
          send.mutate(undefined);
        }}
      />
    </>
  );
}

/** When the last link was sent, and whether it is still unpaid. */
export function LastPaymentLink({ page: { timeline, money } }: { page: BookingPage }) {
  const last = timeline.find(
    (entry) => entry.kind === 'mail' && entry.template_type === 'payment_link',
  );
  if (last?.kind !== 'mail' || money.due_on_site_cents === 0) return null;
  const state = {
    queued: 'A payment link is waiting to be sent.',
    sent: `Payment link sent ${formatMoment(last.at)}. Not paid yet.`,
    failed: 'The payment link could not be delivered.',
    dropped: 'The payment link was not sent.',
  }[last.status];
  return <p className="text-sm text-ink-soft">{state}</p>;
}
