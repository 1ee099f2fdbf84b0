import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { localToday, monthOf, type LocalDate, type LocalTime } from '@domain/time/schedule.ts';
import { bookedSlotsKey } from '../booked-slots.ts';
import { firstOfMonth } from '@/lib/days.ts';
import { useLive } from '@/lib/live.ts';
import { useLiveBusiness } from '@/lib/use-live-business.ts';
import { DayCalendar } from './day-calendar.tsx';
import { TimesOfDay } from './times-of-day.tsx';
import {
  openWindow,
  useFullDays,
  useNextOpenDay,
  useOpenDays,
  useRules,
} from './use-open-times.ts';
import type { Wanted } from './wanted.ts';

type TimePickerProps = {
  wanted: Wanted;
  date: LocalDate | null;
  time: LocalTime | null;
  onDate: (date: LocalDate) => void;
  onTime: (date: LocalDate, time: LocalTime) => void;
  /** Id of the list of times: where the focus goes when another time has to be picked. */
  timesId: string;
  /** Why a time has to be picked, above the times. */
  notice: ReactNode;
  /** What stands under the calendar, given the days of the month that are fully booked. */
  belowCalendar?: ((fullDays: readonly LocalDate[]) => ReactNode) | undefined;
};

/** The built-in scheduler: a month of days, and the times of the day that is chosen. */
export function TimePicker(props: TimePickerProps) {
  const { wanted, date, time, onDate } = props;
  const client = useQueryClient();
  const rules = useRules();
  const window = useMemo(() => openWindow(wanted, rules), [wanted, rules]);
  const [wantedMonth, setMonth] = useState(() =>
    firstOfMonth(date ?? wanted.current?.date ?? window.from),
  );
  const month = earlier(wantedMonth, firstOfMonth(window.to));
  const { query, days } = useOpenDays(month, wanted);
  // The calendar shows the pressed day first, then its times follow.
  const shownDate = useDeferredValue(date);
  const pickDay = useShownTimes(props.timesId, shownDate, onDate);
  const isFull = query.isSuccess && days.size === 0;
  const fullDays = useFullDays(month, wanted);
  const nextOpen = useNextOpenDay(monthOf(month).to, isFull, wanted);

  // Somebody books or moves, time is taken off, the hours change: what is on screen follows at once.
  useLive(['times'], () => void client.invalidateQueries({ queryKey: bookedSlotsKey }));
  useLiveBusiness();

  // Months beyond the one on screen are not known yet; the keyboard may still move into them.
  const isOpen = useCallback(
    (day: LocalDate) => (firstOfMonth(day) === month ? days.has(day) : isWithin(day, window)),
    [month, days, window],
  );
  const goTo = (day: LocalDate) => {
    setMonth(firstOfMonth(day));
    onDate(day);
  };

  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-8 md:@lg:grid-cols-[minmax(0,1fr)_minmax(0,17rem)] md:@lg:gap-10">
        <div aria-busy={query.isPending} className={query.isPending ? 'calendar-waiting' : ''}>
          <DayCalendar
            month={month}
            onMonth={setMonth}
            selected={date}
            onSelect={pickDay}
            isOpen={isOpen}
            today={localToday(wanted.now)}
            window={window}
          />
        </div>
        <TimesOfDay
          id={props.timesId}
          notice={props.notice}
          wanted={wanted}
          date={shownDate}
          time={time}
          month={month}
          isMonthFull={isFull}
          monthSuggestion={isFull ? nextOpen : query.isSuccess ? days.values().next().value : null}
          onDate={goTo}
          onTime={props.onTime}
        />
        {props.belowCalendar && <div>{props.belowCalendar(fullDays)}</div>}
      </div>
    </div>
  );
}

/**
 * Returns what picks a day, whose times are then scrolled into view: they come below the calendar on a phone, and under
 * the bar at its lower edge.
 */
function useShownTimes(
  timesId: string,
  shownDate: LocalDate | null,
  onDate: (date: LocalDate) => void,
) {
  const picked = useRef<LocalDate>(null);
  useEffect(() => {
    if (shownDate === null || picked.current !== shownDate) return;
    picked.current = null;
    document.getElementById(timesId)?.scrollIntoView({ block: 'nearest' });
  }, [timesId, shownDate]);
  return useCallback(
    (day: LocalDate) => {
      picked.current = day;
      onDate(day);
    },
    [onDate],
  );
}

function isWithin(day: LocalDate, { from, to }: { from: LocalDate; to: LocalDate }): boolean {
  return from <= day && day <= to;
}

/** The month of the last open day may have come nearer while a later one was on screen. */
function earlier(one: LocalDate, other: LocalDate): LocalDate {
  return one < other ? one : other;
}
