import { useMemo } from 'react';
import type { Service } from '@domain/booking/catalogue.ts';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import { TimePicker } from '@/entities/open-times/time-picker/time-picker.tsx';
import { Section } from '@/components/section.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { formatDayAndTime } from '@/lib/days.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { useNow } from '@/lib/use-now.ts';
import { wantedPhoneStart } from '../phone-start.ts';

type Start = { date: LocalDate | null; time: LocalTime | null };

type PhoneTimeProps = {
  id: string;
  service: Service;
  start: Start;
  heldFor: HeldFor | null;
  /** Why a time has to be chosen, as a sentence. */
  problem: string | null;
  onStart: (start: Start) => void;
};

/** The free times, as a customer of the website sees them. */
export function PhoneTime({ id, service, start, heldFor, problem, onStart }: PhoneTimeProps) {
  const now = useNow();
  const { durationMinutes } = service;
  const wanted = useMemo(
    () => wantedPhoneStart(durationMinutes, now, heldFor),
    [durationMinutes, now, heldFor],
  );
  return (
    <Section heading="Date and time" headingClassName="mb-2 heading-3">
      <p className="mb-5 text-ink-soft">
        {start.date && start.time
          ? formatDayAndTime({ date: start.date, time: start.time })
          : 'Not chosen yet'}
      </p>
      <TimePicker
        wanted={wanted}
        date={start.date}
        time={start.time}
        onDate={(date) => onStart({ date, time: null })}
        onTime={(date, time) => onStart({ date, time })}
        timesId={id}
        notice={
          problem && (
            <Notice tone="danger" role="alert" className="mb-4">
              <p>{problem}</p>
            </Notice>
          )
        }
      />
    </Section>
  );
}
