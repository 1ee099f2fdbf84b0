import type { ReactNode } from 'react';
import type { WhyNone } from '@domain/time/open-days.ts';
import { monthOf, type LocalDate, type LocalTime } from '@domain/time/schedule.ts';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { BackendError } from '@/lib/backend.ts';
import { formatDay, formatMonth } from '@/lib/days.ts';
import { OfferedTime } from './offered-time.tsx';
import { areOver, nearbyMark, whyNone, type Known } from './known-times.ts';
import { useNextOpenDay, useOpenTimes, useRules } from './use-open-times.ts';
import type { Wanted } from './wanted.ts';
import { arrivalWindow } from '@/lib/told-times.ts';

type TimesOfDayProps = {
  id: string;
  notice: ReactNode;
  wanted: Wanted;
  date: LocalDate | null;
  /** The first day of the month on screen. */
  month: LocalDate;
  time: LocalTime | null;
  isMonthFull: boolean;
  /** A day of that month, or after it, to go on with while none is chosen. */
  monthSuggestion: LocalDate | null | undefined;
  onDate: (date: LocalDate) => void;
  onTime: (date: LocalDate, time: LocalTime) => void;
};

/** The free times of a day as radios, with a count that is read out when the day changes. */
export function TimesOfDay(props: TimesOfDayProps) {
  const { wanted, date, month, isMonthFull } = props;
  const rules = useRules();
  const { query, times } = useOpenTimes(date, wanted, month);
  const known = query.known ?? { rules, taken: [] };
  const isDayFull = date !== null && times?.length === 0;
  const nextOpen = useNextOpenDay(date ?? month, isDayFull, wanted);
  const suggestion = date ? nextOpen : props.monthSuggestion;

  return (
    <section
      id={props.id}
      tabIndex={-1}
      aria-label="Available times"
      className="scroll-mt-28 focus-quiet"
    >
      {props.notice}
      <p role="status" aria-live="polite" className="mb-4 font-semibold text-balance">
        {query.isError
          ? ''
          : summary(query.isPending, {
              date,
              times,
              why: date && isDayFull ? whyNone(date, wanted, known) : null,
              month: isMonthFull ? sayFull(month, wanted, known) : null,
            })}
      </p>
      {query.isError && (
        <Notice tone="danger" role="alert" title="We couldn’t load the available times.">
          <p>
            {query.error instanceof BackendError && query.error.code === 'too_many_places'
              ? query.error.message
              : 'Please check your connection and try again.'}
          </p>
          <Button
            variant="secondary"
            className="mt-4"
            busy={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Try again
          </Button>
        </Notice>
      )}
      {query.isPending && <TimesOnTheirWay />}
      {date && times && times.length > 0 && (
        <Times {...props} date={date} times={times} known={known} />
      )}
      {suggestion && (date === null || isDayFull) && (
        <Button variant="secondary" className="w-full" onClick={() => props.onDate(suggestion)}>
          {isDayFull || isMonthFull ? (
            <NextOpenDay day={suggestion} />
          ) : (
            'Show the first available day'
          )}
        </Button>
      )}
    </section>
  );
}

type Shown = {
  date: LocalDate | null;
  times: readonly LocalTime[] | undefined;
  /** Why there are no times on that day. */
  why: WhyNone | null;
  /** What to say of a month without open days. */
  month: string | null;
};

function summary(isPending: boolean, { date, times, why, month }: Shown): string {
  if (isPending) return 'Loading available times…';
  if (!date && month) return month;
  if (!date || !times) return 'Choose a day to see its times.';
  const day = formatDay(date);
  if (why) return `${noTimes[why]} ${day}`;
  return `${times.length} ${times.length === 1 ? 'time' : 'times'} available on ${day}`;
}

const noTimes: Record<WhyNone, string> = {
  closed: 'We are closed on',
  over: 'No more times on',
  'time-off': 'No available times on',
  full: 'Fully booked on',
};

function sayFull(month: LocalDate, wanted: Wanted, known: Known): string {
  const name = formatMonth(month);
  return areOver(monthOf(month), wanted, known)
    ? `No more times in ${name}`
    : `${name} is fully booked`;
}

function Times(props: {
  date: LocalDate;
  wanted: Wanted;
  time: LocalTime | null;
  times: readonly LocalTime[];
  known: Known;
  onTime: (date: LocalDate, time: LocalTime) => void;
}) {
  return (
    <fieldset>
      <legend className="sr-only">Times on {formatDay(props.date)}</legend>
      {arrivalWindow() > 0 && (
        <p className="mb-3 text-ink-soft">We arrive within the time you pick.</p>
      )}
      <div className={`grid gap-3 ${columnsFor(props.times.length)}`}>
        {props.times.map((time) => (
          <OfferedTime
            key={time}
            name="time"
            value={time}
            time={time}
            durationMinutes={props.wanted.durationMinutes}
            description={nearbyMark({ date: props.date, time }, props.known)}
            checked={time === props.time}
            onChange={() => props.onTime(props.date, time)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** A handful of times is a list, a whole day of them a grid. */
function columnsFor(count: number): string {
  const isMany = count > 4;
  return `grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] ${isMany ? 'md:grid-cols-2' : 'md:grid-cols-1'}`;
}

function NextOpenDay({ day }: { day: LocalDate }) {
  return (
    <span>
      <span className="block text-sm font-normal">Next available day:</span> {formatDay(day)}
    </span>
  );
}

function TimesOnTheirWay() {
  return (
    <div
      aria-hidden="true"
      className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3 md:grid-cols-1"
    >
      {[1, 2, 3].map((line) => (
        <div key={line} className="h-12 animate-pulse rounded-badge bg-hairline/60" />
      ))}
    </div>
  );
}
