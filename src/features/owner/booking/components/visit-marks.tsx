import { startsAt } from '@domain/time/schedule.ts';
import { Button } from '@/components/ui/button.tsx';
import { useNow } from '@/lib/use-now.ts';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import { markVisit, type VisitMark } from '@/entities/visit/mark-visit.ts';
import { formatMoment } from '@/lib/moments.ts';
import { useBookingAction } from '../use-booking-action.ts';
import { ChecklistHint } from './work-of-visit.tsx';

const said: Record<VisitMark, { title: string; description: string }> = {
  done: { title: 'Done', description: 'The visit is marked as done.' },
  'no-show': { title: 'No-show', description: 'The visit is marked as a no-show.' },
  undo: { title: 'Mark Removed', description: 'The visit is no longer marked.' },
};

/** Marks the visit as done or no-show from its day on, and undoes either. */
export function VisitMarks({ booking, today }: { booking: OwnerBooking; today: string }) {
  const mark = useBookingAction(booking.id, (wanted: VisitMark) => markVisit(booking.id, wanted), {
    done: (_, wanted) => said[wanted],
    failed: 'Not Marked',
  });
  const now = useNow();
  const marked = booking.done_at ?? booking.no_show_at;
  const isBusy = (wanted: VisitMark) => mark.isPending && mark.variables === wanted;
  if (booking.booking_date > today) return null;
  if (marked) {
    return (
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span>
          {booking.done_at ? 'Done' : 'No-show'}, marked {formatMoment(marked)}.
        </span>
        <Button variant="secondary" busy={mark.isPending} onClick={() => mark.mutate('undo')}>
          Undo
        </Button>
      </p>
    );
  }
  const hasBegun = Date.parse(startsAt(booking.booking_date, booking.booking_time)) <= now;
  return (
    <>
      <div className={`grid gap-3 sm:flex ${hasBegun ? 'grid-cols-2' : ''}`}>
        <Button busy={isBusy('done')} onClick={() => mark.mutate('done')}>
          Mark done
        </Button>
        {hasBegun && (
          <Button
            variant="secondary"
            busy={isBusy('no-show')}
            onClick={() => mark.mutate('no-show')}
          >
            Mark no-show
          </Button>
        )}
      </div>
      <ChecklistHint bookingId={booking.id} />
    </>
  );
}
