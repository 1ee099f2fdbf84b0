import { formatMoment } from '@/lib/moments.ts';
import type { MailDelay } from '@contracts/dashboard.ts';

/** Mails that the mail server does not take: they go out by themselves once it does. */
export function DelayedMails({ delay: { waiting, since, reason } }: { delay: MailDelay }) {
  return (
    <section
      aria-labelledby="delayed-mails"
      className="border-l-4 border-danger bg-danger-wash p-5"
    >
      <h2 id="delayed-mails" className="font-semibold">
        {waiting === 1 ? 'A mail waits to be sent' : `${waiting} mails wait to be sent`}
      </h2>
      <p className="mt-1 text-sm">
        The mail server has not taken {waiting === 1 ? 'it' : 'them'} since {formatMoment(since)}.
        {waiting === 1 ? ' It is' : ' They are'} tried again by{' '}
        {waiting === 1 ? 'itself' : 'themselves'}.
      </p>
      <p className="mt-1 text-sm wrap-anywhere text-ink-soft">{reason}</p>
    </section>
  );
}
