import { Link } from '@/lib/router.tsx';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { Button } from '@/components/ui/button.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import type { EmptyStretch } from '../empty-stretch.ts';

type CalendarActionsProps = { day: LocalDate; onTimeOff: (stretch: EmptyStretch) => void };

/** The same as drawing over the calendar, without a pointer; and what its looks mean. */
export function CalendarActions({ day, onTimeOff }: CalendarActionsProps) {
  const wholeDay = { fromDay: day, fromTime: null, untilDay: day, untilTime: null };
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <ButtonLink to={`${adminPaths.newBooking}?date=${day}`} className="max-sm:w-full">
          Phone booking
        </ButtonLink>
        <Button
          variant="secondary"
          className="max-sm:w-full"
          onClick={() => onTimeOff({ ...wholeDay, isForTimeOff: true })}
        >
          Time off
        </Button>
        <Link
          to={`${adminPaths.rainDay}?day=${day}`}
          className="inline-flex min-h-11 items-center px-2 font-semibold underline underline-offset-4"
        >
          Rain day
        </Link>
      </div>
      <p className="mt-6 max-w-2xl text-sm text-ink-soft">
        Tap an empty time, or draw over a stretch, for time off or a phone booking. Drag a booking
        to move it (hold it first on a phone), or open it and choose Move. All times are those of
        the business.
      </p>
    </>
  );
}
