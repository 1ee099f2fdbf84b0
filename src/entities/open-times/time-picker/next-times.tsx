import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { monthOf, type LocalDate, type LocalTime } from '@domain/time/schedule.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { firstOfMonth, formatDay, formatShortDay, nextMonth } from '@/lib/days.ts';
import { useLive } from '@/lib/live.ts';
import { useLiveBusiness } from '@/lib/use-live-business.ts';
import { bookedSlotsKey } from '../booked-slots.ts';
import { OfferedTime } from './offered-time.tsx';
import { nearbyMark, openDays, timesOn, type Known } from './known-times.ts';
import { spreadOut } from './spread-out.ts';
import { openWindow, useKnown, useRules } from './use-open-times.ts';
import type { Wanted } from './wanted.ts';

type Start = { date: LocalDate; time: LocalTime };
type Shown = Start & { known: Known };

const shownTimes = 6;
/** So that the next times lie on more than one day, and in its morning and its afternoon. */
const shownOfDay = 3;

type NextTimesProps = {
  wanted: Wanted;
  /** The start that a visit has, which is no move. */
  except?: Start;
  chosen: { date: LocalDate | null; time: LocalTime | null };
  onChoose: (start: Start) => void;
};

/** The next available starts of this month and the next one, each chosen with one press. */
export function NextTimes({ wanted, except, chosen, onChoose }: NextTimesProps) {
  const client = useQueryClient();
  const { query, times } = useNextTimes(wanted, except);
  useLive(['times'], () => void client.invalidateQueries({ queryKey: bookedSlotsKey }));
  useLiveBusiness();
  if (!times)
    return (
      <NotLoaded
        query={query}
        loading="Loading the next times"
        failed="Couldn’t load the next times."
      />
    );
  if (times.length === 0)
    return <p className="text-ink-soft">No times are available soon. Please use the calendar.</p>;
  return (
    <fieldset>
      <legend className="sr-only">Next available times</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {times.map(({ date, time, known }) => (
          <OfferedTime
            key={`${date} ${time}`}
            name="next-time"
            time={time}
            durationMinutes={wanted.durationMinutes}
            description={
              <>
                <span title={formatDay(date)}>{formatShortDay(date)}</span>
                <Mark text={nearbyMark({ date, time }, known)} />
              </>
            }
            checked={date === chosen.date && time === chosen.time}
            onChange={() => onChoose({ date, time })}
          />
        ))}
      </div>
    </fieldset>
  );
}

const Mark = ({ text }: { text: string | null }) =>
  text && (
    <>
      <span className="sr-only">, </span>
      <span className="block">{text}</span>
    </>
  );

function useNextTimes(wanted: Wanted, except?: Start) {
  const rules = useRules();
  const { from } = useMemo(() => openWindow(wanted, rules), [wanted, rules]);
  const month = firstOfMonth(from);
  const first = useKnown(wanted, { month });
  const timesOfMonth = useTimesOf({ wanted, except }, from, first.known);
  const isMore = timesOfMonth !== undefined && timesOfMonth.length < shownTimes;
  const second = useKnown(wanted, { month: nextMonth(month) }, isMore);
  const timesAfter = useTimesOf({ wanted, except }, nextMonth(month), second.known);
  const isUnknown = !timesOfMonth || (isMore && !timesAfter);
  return {
    query: isMore ? second : first,
    times: isUnknown ? undefined : [...timesOfMonth, ...(timesAfter ?? [])].slice(0, shownTimes),
  };
}

/** The first starts from a day until the end of its month; undefined while they are unknown. */
function useTimesOf(
  { wanted, except }: { wanted: Wanted; except: Start | undefined },
  from: LocalDate,
  known: Known | undefined,
) {
  const [exceptDate, exceptTime] = [except?.date, except?.time];
  return useMemo(() => {
    if (!known) return undefined;
    const days = openDays(wanted, known, { from, to: monthOf(from).to }).slice(0, shownTimes);
    return days.flatMap((date): Shown[] =>
      spreadOut(
        timesOn(date, wanted, known).filter((time) => date !== exceptDate || time !== exceptTime),
        shownOfDay,
      ).map((time) => ({ date, time, known })),
    );
  }, [wanted, from, known, exceptDate, exceptTime]);
}
