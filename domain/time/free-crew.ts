import { startMs } from './local-day.ts';
import type { OpeningRules } from './opening-rules.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

/** A stretch of a day. The minutes are real, not wall clock. */
export type Stretch = { date: LocalDate; time: LocalTime; durationMinutes: number };

/** A stretch that is not free: a hold, a booking or time off. */
export type TakenTime = Stretch & {
  /** Whose it is; null for everybody's. */
  crew: number | null;
  isTimeOff: boolean;
};

/** From one moment to another, in milliseconds since 1970. */
export type Span = { from: number; to: number };
export type TakenSpan = Span & Pick<TakenTime, 'crew' | 'isTimeOff'>;

const minuteMs = 60_000;

/** Whether two stretches share a moment; one may begin where the other ends. */
export function overlaps(one: Stretch, other: Stretch): boolean {
  return share(spanOf(one), spanOf(other));
}

/**
 * Whether a crew can take that stretch of a day. As many may be busy as there are, so work that was given to a
 * crew while there were more of them still takes one. The minutes between bookings are not kept around time off.
 */
export function hasFreeCrew(
  span: Span,
  taken: readonly TakenSpan[],
  { crews, bufferMinutes }: OpeningRules,
): boolean {
  const buffer = bufferMinutes * minuteMs;
  const near = { from: span.from - buffer, to: span.to + buffer };
  const busy = new Set<number>();
  for (const one of taken) {
    if (!share(one, one.isTimeOff ? span : near)) continue;
    if (one.crew === null) return false;
    // Time off of a crew that is no more is not missed.
    if (!one.isTimeOff || one.crew <= crews) busy.add(one.crew);
  }
  return busy.size < crews;
}

export function takenSpan(one: TakenTime): TakenSpan {
  return { ...spanOf(one), crew: one.crew, isTimeOff: one.isTimeOff };
}

export function spanOf({ date, time, durationMinutes }: Stretch): Span {
  const from = startMs(date, time);
  return { from, to: from + durationMinutes * minuteMs };
}

function share(one: Span, other: Span): boolean {
  return one.from < other.to && other.from < one.to;
}
