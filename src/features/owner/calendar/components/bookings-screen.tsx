import { Page } from '@/components/ui/page.tsx';
import { useCalendarFreshness } from '../use-calendar.ts';
import { usePlace } from '../use-place.ts';
import { BookingList } from './booking-list.tsx';
import { CalendarArea } from './calendar-area.tsx';
import { ViewChoice } from './view-choice.tsx';
import './calendar.css';

/** Every booking: in its place on a calendar, or found in a list. */
export default function BookingsScreen() {
  const { view, day, today, go } = usePlace();
  useCalendarFreshness();
  return (
    <div className="cal-page">
      <Page title="Bookings" heading="Bookings">
        <ViewChoice view={view} onChoose={(next) => go({ view: next })} />
        {view === 'list' ? (
          <BookingList today={today} />
        ) : (
          <CalendarArea view={view} day={day} today={today} go={go} />
        )}
      </Page>
    </div>
  );
}
