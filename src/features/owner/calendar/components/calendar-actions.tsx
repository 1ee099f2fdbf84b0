import { Link } from 'wouter';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { Button } from '@/components/ui/button.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { useMedia } from '@/lib/use-media.ts';
import type { EmptyStretch } from '../empty-stretch.ts';

type CalendarActionsProps = {
  day: LocalDate;
  hasGrid: boolean;
  onTimeOff: (stretch: EmptyStretch) => void;
};

/** The same as drawing over the calendar, without a pointer; and what its looks mean. */
export function CalendarActions({ day, hasGrid, onTimeOff }: CalendarActionsProps) {
  const isTouch = useMedia('(pointer: coarse)');
  const wholeDay = { fromDay: day, fromTime: null, untilDay: day, untilTime: null };
  return (
    <div className="cal-actions">
      <div className="flex flex-none flex-wrap items-center gap-3 max-sm:w-full">
        <ButtonLink to={`${adminPaths.newBooking}?date=${day}`} className="max-sm:w-full">
          New booking
        </ButtonLink>
        <Button
          variant="secondary"
          className="max-sm:w-full"
          onClick={() => onTimeOff({ ...wholeDay, isForTimeOff: true })}
        >
          Block time
        </Button>
        <Link to={`${adminPaths.rainDay}?day=${day}`} className="text-link px-2">
          Rain day
        </Link>
      </div>
      <p className="max-w-2xl text-sm text-ink-soft">
        {hasGrid &&
          (isTouch
            ? 'Tap an available time to block it or book by phone. Hold a booking, then drag it to move it. '
            : 'Click or draw over an available time to block it or book by phone. Drag a booking to move it. ')}
        All times are local to the business.
      </p>
    </div>
  );
}
