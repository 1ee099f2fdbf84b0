import { fixedTerms } from '@domain/business/fixed-terms.ts';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: fixedTerms.timeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** The date and time on the business's wall clock at an instant (ISO with its offset). */
export function localStart(instant: string): { date: LocalDate; time: LocalTime } {
  const parts = new Map(clock.formatToParts(new Date(instant)).map((p) => [p.type, p.value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}
