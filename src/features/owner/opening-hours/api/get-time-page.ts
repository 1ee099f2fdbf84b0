import { queryOptions } from '@tanstack/react-query';
import type { OpeningRules } from '@domain/time/opening-rules.ts';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import type { TimeOff } from '@/entities/time-off/time-off.ts';
import { ownRest } from '@/lib/own-rest.ts';

/** Why a booking that stands does not fit the rules. */
export type BrokenRule =
  | 'closed_day'
  | 'outside_hours'
  | 'too_close'
  | 'too_many_at_once'
  | 'in_time_off'
  | 'outside_area';

export type Misfit = {
  id: string;
  customerName: string;
  day: LocalDate;
  time: LocalTime;
  serviceName: string;
  rules: BrokenRule[];
};

/** The first hundred, and how many there are. */
export type Misfits = { total: number; bookings: Misfit[] };

/** Everything the screen shows. `mark` tells this state of the rules from every other. */
export type TimePage = {
  mark: string;
  rules: OpeningRules;
  /** What special days are called, by day. */
  labels: Record<LocalDate, string>;
  timeOff: TimeOff[];
  outside: Misfits;
};

export const timePageQuery = queryOptions({
  queryKey: ['time-page'],
  queryFn: ({ signal }) => getTimePage(signal),
});

async function getTimePage(signal: AbortSignal): Promise<TimePage> {
  const rest = await ownRest();
  const answer: { data: unknown } = await rest
    .rpc('time_page')
    .abortSignal(signal)
    // The query already tries again; twice would keep the administrator waiting.
    .retry(false)
    .throwOnError();
  return answer.data as TimePage;
}
