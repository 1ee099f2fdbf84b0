import type { DisplayLabel } from '@domain/booking/booking.ts';

const looks: Record<DisplayLabel, string> = {
  Upcoming: 'bg-lacquer text-ivory border-lacquer',
  Completed: 'bg-success-wash text-success border-success',
  Cancelled: 'bg-danger-wash text-danger border-danger',
};

export function StatusBadge({ label }: { label: DisplayLabel }) {
  return (
    <span className={`rounded-badge border px-3 py-1 text-sm font-semibold ${looks[label]}`}>
      {label}
    </span>
  );
}
