import type { Words } from '../answer-words.ts';

const looks: Record<Words['tone'], string> = {
  good: 'bg-success-wash text-success',
  wait: 'bg-citrine-wash',
  act: 'bg-danger-wash text-danger',
  quiet: 'border border-hairline text-ink-soft',
};

/** How far a customer's answer is, in a word or two. */
export const RainState = ({ label, tone }: Pick<Words, 'label' | 'tone'>) => (
  <p className={`rounded-badge px-2.5 py-0.5 text-sm font-semibold ${looks[tone]}`}>{label}</p>
);
