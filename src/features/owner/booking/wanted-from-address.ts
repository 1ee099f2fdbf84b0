import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';

/** The day and the time that were pressed on the calendar; what is none is left out. */
export function readWanted(query: URLSearchParams): {
  date: LocalDate | null;
  time: LocalTime | null;
} {
  const [date, time] = [query.get('date') ?? '', query.get('time') ?? ''];
  return {
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
    time: /^\d{2}:\d{2}$/.test(time) ? time : null,
  };
}
