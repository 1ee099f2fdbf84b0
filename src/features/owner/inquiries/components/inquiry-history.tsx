import type { InquiryChange, InquiryMark } from '@contracts/inquiries.ts';
import { Section } from '@/components/section.tsx';
import { formatInstant } from '@/lib/moments.ts';

const became: Record<InquiryMark, string> = {
  new: 'Marked as new again',
  answered: 'Marked as answered',
  closed: 'Closed',
};

/** Who marked it as what, the latest first. */
export function InquiryHistory({ changes }: { changes: readonly InquiryChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Section
      heading="History"
      headingClassName="text-sm font-semibold text-ink-soft"
      className="mt-10"
    >
      <ol className="mt-2 grid gap-1">
        {changes.map(({ at, was, is, actor_label: who }) => (
          <li key={at} className="text-sm">
            {was === 'held_back' ? 'Released' : became[is]} by{' '}
            <span className="break-all">{who}</span> on {formatInstant(at)}
          </li>
        ))}
      </ol>
    </Section>
  );
}
