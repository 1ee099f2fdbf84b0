import { useMemo, useState } from 'react';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import { NextTimes } from '@/entities/open-times/time-picker/next-times.tsx';
import { TimePicker } from '@/entities/open-times/time-picker/time-picker.tsx';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { formatDayAndTime } from '@/lib/days.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { useNow } from '@/lib/use-now.ts';
import { wantedPhoneStart, type PhoneWork } from '../phone-start.ts';

type Start = { date: LocalDate | null; time: LocalTime | null };

type PhoneTimeProps = {
  id: string;
  work: PhoneWork;
  start: Start;
  heldFor: HeldFor | null;
  /** Why a time has to be chosen, as a sentence. */
  problem: string | null;
  onStart: (start: Start) => void;
};

/** The next available times, and behind them the calendar as a customer of the website sees it. */
export function PhoneTime(props: PhoneTimeProps) {
  const { id, work, start, heldFor, problem, onStart } = props;
  const now = useNow();
  const { service, addOns, place, needsPlace } = work;
  const wanted = useMemo(
    () => wantedPhoneStart({ service, addOns, place, needsPlace }, now, heldFor),
    [service, addOns, place, needsPlace, now, heldFor],
  );
  // A time that was chosen elsewhere is shown among its day's.
  const [isCalendar, setIsCalendar] = useState(start.date !== null);
  const notice = problem && (
    <Notice tone="danger" role="alert" className="mb-4">
      <p>{problem}</p>
    </Notice>
  );
  return (
    <Section heading="Date and time" headingClassName="mb-2 heading-3">
      <p className="mb-5 text-ink-soft">
        {start.date && start.time
          ? formatDayAndTime({ date: start.date, time: start.time })
          : 'Not chosen yet'}
      </p>
      {needsPlace && place === null ? (
        <div id={id} tabIndex={-1} className="focus-quiet">
          {notice}
          <p>Enter the postal code first. The times depend on where the car will be.</p>
        </div>
      ) : isCalendar ? (
        <TimePicker
          wanted={wanted}
          date={start.date}
          time={start.time}
          onDate={(date) => onStart({ date, time: null })}
          onTime={(date, time) => onStart({ date, time })}
          timesId={id}
          notice={notice}
        />
      ) : (
        <div id={id} tabIndex={-1} className="scroll-mt-28 focus-quiet">
          {notice}
          <NextTimes wanted={wanted} chosen={start} onChoose={onStart} />
          <Button variant="secondary" className="mt-4" onClick={() => setIsCalendar(true)}>
            Show the calendar
          </Button>
        </div>
      )}
    </Section>
  );
}
