import { useState } from 'react';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { formatMoment } from '@/lib/moments.ts';
import type { BookingPage, TimelineEntry } from '@contracts/owner-booking.ts';
import { formatCents } from '@domain/money/money.ts';
import { resendMail } from '../api/change-booking.ts';
import { mailName, wordsOf } from '../timeline-words.ts';
import { useBookingAction } from '../use-booking-action.ts';
import { useUndoPayment } from '../use-undo-payment.ts';
import { methodLabels } from '../words.ts';

/** Mails, payments, refunds and changes in one list, the newest first. */
export function Timeline({ page }: { page: BookingPage }) {
  return (
    <Section heading="History" headingClassName="heading-2" className="min-w-0">
      <ol className="mt-6">
        {page.timeline.map((entry) => (
          <li key={`${entry.kind} ${entry.id}`} className={`timeline-entry timeline-${entry.kind}`}>
            <Entry entry={entry} page={page} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Entry({ entry, page }: { entry: TimelineEntry; page: BookingPage }) {
  const { title, lines } = wordsOf(entry);
  return (
    <>
      <p className="font-semibold wrap-anywhere">{title}</p>
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere whitespace-pre-line">
          {line}
        </p>
      ))}
      <p className="text-sm text-ink-soft">
        <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
      </p>
      {entry.kind === 'mail' && <ResendEmail bookingId={page.booking.id} mail={entry} />}
      {entry.kind === 'payment' && <UndoPayment page={page} payment={entry} />}
    </>
  );
}

type Mail = Extract<TimelineEntry, { kind: 'mail' }>;

function ResendEmail({ bookingId, mail }: { bookingId: string; mail: Mail }) {
  const send = useBookingAction(bookingId, () => resendMail(mail.id), {
    done: (isSent) =>
      isSent
        ? {
            title: 'Email Resent',
            description: `The email to ${mail.to_email} is on its way.`,
          }
        : { title: 'Already Sent', description: 'Resent a moment ago.' },
    failed: 'Not Sent',
  });
  // One that waits is sent anyway.
  if (mail.status === 'queued') return null;
  return (
    <Button
      variant="ghost"
      className="-ml-6 min-h-11 text-sm"
      busy={send.isPending}
      aria-label={`Resend email: ${mailName(mail.template_type)}`}
      onClick={() => send.mutate(undefined)}
    >
      Resend email
    </Button>
  );
}

type UndoPaymentProps = {
  page: BookingPage;
  payment: Extract<TimelineEntry, { kind: 'payment' }>;
};

/** Takes back what was noted by hand, after a question; what was paid online is a fact. */
function UndoPayment({ page: { booking, timeline }, payment }: UndoPaymentProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const undo = useUndoPayment(booking.id, close);
  if (payment.method === 'online' || payment.status !== 'succeeded') return null;
  const amount = formatCents(payment.amount_cents);
  return (
    <>
      <Button
        variant="ghost"
        className="-ml-6 min-h-11 text-sm"
        aria-label={`Undo payment: ${amount}`}
        onClick={() => setIsOpen(true)}
      >
        Undo
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Undo this payment?"
        description={`This removes the recorded payment of ${amount} (${methodLabels[payment.method]}). ${aboutMail(timeline, payment.at)}`}
        confirmLabel="Undo payment"
        cancelLabel="Keep payment"
        variant="danger"
        busy={undo.isPending}
        onConfirm={() => undo.mutate(payment.id, { onError: close })}
      />
    </>
  );
}

function aboutMail(timeline: BookingPage['timeline'], since: string): string {
  const isMailed = timeline.some(
    (entry) =>
      entry.kind === 'mail' &&
      entry.template_type === 'receipt' &&
      entry.status === 'sent' &&
      Date.parse(entry.at) >= Date.parse(since),
  );
  return isMailed
    ? 'The customer already has a receipt for it by email.'
    : 'A receipt that isn’t sent yet won’t be sent.';
}
