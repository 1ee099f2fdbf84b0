import { useState } from 'react';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import { useUnusual } from '@/entities/open-times/unusual-words.ts';
import { BackendError } from '@/lib/backend.ts';

export type PhoneStart = { date: LocalDate | null; time: LocalTime | null };

/** Where a start comes from: the next offered times, the calendar of offered times, or typed by the owner. */
export type StartSource = 'next' | 'calendar' | 'typed';

const timeRefusals = new Set([
  'slot_taken',
  'crews_off',
  'van_not_there',
  'no_crew_for_service',
  'time_not_offered',
  'time_in_past',
  'date_too_far',
]);

/** A refusal that stands at the times, not beside the button. */
export const isTimeRefusal = (error: unknown): boolean =>
  error instanceof BackendError && timeRefusals.has(error.code);

/** When the visit starts. A start that customers can't book is shown as typed, with what is unusual about it. */
export function usePhoneStart(wanted: PhoneStart, durationMinutes: number) {
  const [start, setStart] = useState(wanted);
  const [chosenSource, setSource] = useState<StartSource>(wanted.date ? 'calendar' : 'next');
  const [problem, setProblem] = useState<string | null>(null);
  const { date } = start;
  const unusual = useUnusual(start, durationMinutes);
  const source = unusual.length > 0 ? 'typed' : chosenSource;
  return {
    start,
    source,
    unusual,
    problem,
    setProblem,
    setStart: (next: PhoneStart) => {
      setStart(next);
      setProblem(null);
    },
    /** Another source: a start that the new one doesn't offer is not kept. */
    setSource: (next: StartSource) => {
      setSource(next);
      setProblem(null);
      if (next !== 'typed' && unusual.length > 0) setStart({ date, time: null });
    },
    /** After a refusal: an offered time has to be chosen anew, a typed one stays to be corrected. */
    forget: () => {
      if (source !== 'typed') setStart({ date, time: null });
    },
  };
}
