import type { InquiryReply } from '@contracts/inquiries.ts';
import { Section } from '@/components/section.tsx';
import { formatInstant } from '@/lib/moments.ts';

const states: Record<NonNullable<InquiryReply['mail_status']>, string> = {
  queued: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Could not be delivered',
  dropped: 'Not sent',
};

/** What was answered from here, the latest first. */
export function Answers({ replies }: { replies: readonly InquiryReply[] }) {
  if (replies.length === 0) return null;
  return (
    <Section
      heading={replies.length === 1 ? 'Answer sent' : 'Answers sent'}
      headingClassName="text-sm font-semibold text-ink-soft"
      className="mt-8"
    >
      <ol className="mt-2 grid gap-4">
        {replies.map((reply) => (
          <li key={reply.id} className="border-l-4 border-hairline pl-5">
            <p className="wrap-anywhere whitespace-pre-wrap">{reply.message}</p>
            <p className="mt-1 text-sm text-ink-soft">
              {states[reply.mail_status ?? 'sent']}, by{' '}
              <span className="break-all">{reply.actor_label}</span> on {formatInstant(reply.at)}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
