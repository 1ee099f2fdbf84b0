import { Section } from '@/components/section.tsx';
import { formatMoment } from '@/lib/moments.ts';
import type { MailDelay } from '@contracts/dashboard.ts';

/** Emails that the mail server doesn't accept yet. They are sent automatically once it does. */
export function DelayedMails({ delay: { waiting, since, reason } }: { delay: MailDelay }) {
  return (
    <Section
      heading={waiting === 1 ? 'One email is delayed' : `${waiting} emails are delayed`}
      headingClassName="font-semibold"
      className="border-l-4 border-danger bg-danger-wash p-5"
    >
      <p className="mt-1 text-sm">
        The mail server has not accepted {waiting === 1 ? 'it' : 'them'} since {formatMoment(since)}
        . We retry automatically.
      </p>
      {reason !== '' && <p className="mt-1 text-sm wrap-anywhere text-ink-soft">{reason}</p>}
    </Section>
  );
}
