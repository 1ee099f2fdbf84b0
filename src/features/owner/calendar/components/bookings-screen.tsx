import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { localToday } from '@domain/time/schedule.ts';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { Page } from '@/components/ui/page.tsx';
import { useMedia } from '@/lib/use-media.ts';
import { useNow } from '@/lib/use-now.ts';
import { useCalendarFreshness } from '../use-calendar.ts';
import { readCrew, readPlace, usualPlace, wideScreen, type View } from '../address-state.ts';
import { BookingList, type BookingOf } from './booking-list.tsx';
import { CalendarArea } from './calendar-area.tsx';
import './calendar.css';
import './crew-colours.css';

/** All bookings, on a calendar or in a list. */
export default function BookingsScreen({ bookingOf }: { bookingOf: BookingOf }) {
  const { view, day, crew, today, go, openDay, showCrew } = usePlace();
  useCalendarFreshness();
  return (
    <div className={view === 'list' ? 'cal-page' : 'cal-page cal-tall'}>
      <Page title="Bookings" heading="Bookings">
        <ViewChoice view={view} onChoose={(next) => go({ view: next })} />
        {view === 'list' ? (
          <BookingList today={today} bookingOf={bookingOf} />
        ) : (
          <CalendarArea
            view={view}
            day={day}
            crew={crew}
            today={today}
            go={go}
            openDay={openDay}
            onCrew={showCrew}
          />
        )}
      </Page>
    </div>
  );
}

const labels: Record<View, string> = { day: 'Day', week: 'Week', month: 'Month', list: 'List' };

function ViewChoice({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <div role="group" aria-label="View" className="cal-views">
      {(Object.keys(labels) as View[]).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          className="chip max-w-32 flex-1 rounded-none not-first:-ml-px"
          onClick={() => onChoose(one)}
        >
          {labels[one]}
        </button>
      ))}
    </div>
  );
}

/** Which view of which day and crew is shown. It stands in the address, so back and forward go through it. */
function usePlace() {
  const [query, setQuery] = useSearchParams();
  const today = localToday(useNow());
  const place = readPlace(query, usualPlace(useMedia(wideScreen), today));
  const crew = readCrew(query);
  const go = (to: Partial<{ view: View; day: LocalDate }>) => {
    const { view, day } = { ...place, ...to };
    if (view !== 'list') setQuery({ view, day, ...crewPart(crew) });
    else setQuery({ view: 'list', ...(day !== today && { day }) });
  };
  const showCrew = (only: number | null) =>
    setQuery({ view: place.view, day: place.day, ...crewPart(only) });
  // The same function for every place, so that the board need not be drawn again.
  const openDay = useCallback(
    (day: LocalDate) => setQuery({ view: 'day', day, ...crewPart(crew) }),
    [setQuery, crew],
  );
  return { ...place, crew, today, go, openDay, showCrew };
}

const crewPart = (crew: number | null): Record<string, string> =>
  crew === null ? {} : { crew: String(crew) };
