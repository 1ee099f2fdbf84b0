import { useQuery } from '@tanstack/react-query';
import { isLocalDate } from '@domain/time/local-day.ts';
import { unusualAbout, type Unusual } from '@domain/time/unusual-start.ts';
import { minutesOfDay, type LocalDate, type LocalTime } from '@domain/time/wall-time.ts';
import { refusals } from '@/lib/refusals.ts';
import { useNow } from '@/lib/use-now.ts';
import { openingRulesQuery } from './opening-rules.ts';

/** The sentences for the owner about a start that customers can't book. */
export const unusualWords: Readonly<Record<Unusual, string>> = {
  in_past: refusals.time_in_past,
  outside_hours: 'Outside your opening hours.',
  no_usual_start: 'Customers can’t book this start time online.',
  short_notice: 'Sooner than your minimum notice.',
  far_ahead: 'Further ahead than customers can book.',
};

/** What is unusual about a start for a new booking; nothing while it is incomplete. */
export function useUnusual(
  { date, time }: { date: LocalDate | null; time: LocalTime | null },
  durationMinutes: number,
): readonly Unusual[] {
  const now = useNow();
  const rules = useQuery(openingRulesQuery).data;
  return rules && date && time && isLocalDate(date) && minutesOfDay(time) !== null
    ? unusualAbout({ rules, kind: 'booking', durationMinutes, now, date, time })
    : [];
}

/** The question before a visit moves to a start that customers can't book; null for any other. */
export function useMoveQuestion(
  to: { date: LocalDate; time: LocalTime },
  durationMinutes: number,
): string | null {
  const unusual = useUnusual(to, durationMinutes);
  // A start in the past is refused, not asked about.
  return unusual.length === 0 || unusual.includes('in_past')
    ? null
    : `${unusual.map((one) => unusualWords[one]).join(' ')} Move the booking anyway?`;
}
