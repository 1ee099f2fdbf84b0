import type { Standing } from '../words.ts';

const looks: Record<Standing['tone'], string> = {
  plain: 'bg-lacquer text-ivory border-lacquer',
  good: 'bg-success-wash text-success border-success',
  open: 'bg-citrine-wash text-brass border-brass',
  bad: 'bg-danger-wash text-danger border-danger',
};

export function StandingBadge({ label, tone }: Standing) {
  return (
    <span
      className={`inline-block rounded-badge border px-3 py-1 text-sm font-semibold tabular-nums ${looks[tone]}`}
    >
      {label}
    </span>
  );
}
