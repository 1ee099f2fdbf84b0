import { useState, type ReactNode } from 'react';
import { localToday, monthOf, type LocalDate, type LocalTime } from '@domain/schedule.ts';
import { firstOfMonth } from '@/lib/days.ts';
import { DayCalendar } from './day-calendar.tsx';
import { TimesOfDay } from './times-of-day.tsx';
import { openWindow, useNextOpenDay, useOpenDays } from './use-open-times.ts';
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
};

/** The built-in scheduler: a month of days, and the times of the day that is chosen. */
export function TimePicker(props: TimePickerProps) {
  const { wanted, date, time, onDate } = props;
  const [window] = useState(() => openWindow(wanted));
  const [month, setMonth] = useState(() =>
    firstOfMonth(date ?? wanted.current?.date ?? window.from),
  );
  const { query, days } = useOpenDays(month, wanted);
  const isFull = query.isSuccess && days.size === 0;
  const nextOpen = useNextOpenDay(monthOf(month).to, isFull, wanted);

  const goTo = (day: LocalDate) => {
    setMonth(firstOfMonth(day));
    onDate(day);
  };

  return (
    <div className="grid gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,17rem)] md:gap-10">
      <div aria-busy={query.isPending} className={query.isPending ? 'calendar-waiting' : ''}>
        <DayCalendar
          month={month}
          onMonth={setMonth}
          selected={date}
          onSelect={onDate}
          // Months beyond the one on screen are not known yet; the keyboard may still move into them.
          isOpen={(day) => (firstOfMonth(day) === month ? days.has(day) : isWithin(day, window))}
          today={localToday(wanted.now)}
          window={window}
        />
      </div>
      <TimesOfDay
        id={props.timesId}
        notice={props.notice}
        wanted={wanted}
        date={date}
        time={time}
        month={month}
        isMonthFull={isFull}
        monthSuggestion={isFull ? nextOpen : query.isSuccess ? days.values().next().value : null}
        onDate={goTo}
        onTime={props.onTime}
      />
    </div>
  );
}

function isWithin(day: LocalDate, { from, to }: { from: LocalDate; to: LocalDate }): boolean {
  return from <= day && day <= to;
}
