import { Link } from 'wouter';
import { formatCents } from '@domain/money/money.ts';
import { Section } from '@/components/section.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { formatShortDay } from '@/lib/days.ts';
import type { DayAhead } from '@contracts/dashboard.ts';

/** The seven days after today. */
export function WeekAhead({ week }: { week: readonly DayAhead[] }) {
  return (
    <Section heading="Next seven days">
      <ul className="mt-3 border-t border-hairline">
        {week.map((day) => (
          <li key={day.day} className="border-b border-hairline">
            <Link
              to={`${adminPaths.bookings}?view=day&day=${day.day}`}
              className="row-link flex min-h-13 items-center gap-3 px-1 py-2"
            >
              <span className="min-w-0 flex-1">{formatShortDay(day.day)}</span>
              <Load day={day} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Load({ day: { cars, due_cents: dueCents, closed } }: { day: DayAhead }) {
  if (cars === 0) {
    return (
      <span className="text-ink-soft">{closed === null ? 'No visits' : closedWords[closed]}</span>
    );
  }
  return (
    <>
      <span className="flex gap-1" aria-hidden="true">
        {Array.from({ length: Math.min(cars, 6) }, (_, index) => (
          <span
            key={index}
            className="size-2 rounded-full bg-lacquer forced-colors:bg-[CanvasText]"
          />
        ))}
      </span>
      <span className="font-semibold">
        {cars} {cars === 1 ? 'visit' : 'visits'}
      </span>
      <span className="w-26 text-right text-sm text-ink-soft tabular-nums">
        {dueCents > 0 ? `${formatCents(dueCents)} due` : 'Paid'}
      </span>
    </>
  );
}

const closedWords = { closed: 'Closed', rain: 'Rain day' } as const;
