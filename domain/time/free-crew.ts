import { startMs } from './local-day.ts';
import type { OpeningRules } from './opening-rules.ts';
import type { LocalDate, LocalTime } from './wall-time.ts';

/** A stretch of a day. The duration is in real minutes, not wall-clock ones. */
export type Stretch = { date: LocalDate; time: LocalTime; durationMinutes: number };

/** An unavailable stretch: a hold, a booking or blocked time. */
export type TakenTime = Stretch & {
  /** Null for all crews. */
  crew: number | null;
  isTimeOff: boolean;
};

/** In milliseconds since 1970. */
export type Span = { from: number; to: number };
export type TakenSpan = Span & Pick<TakenTime, 'crew' | 'isTimeOff'>;

const minuteMs = 60_000;

/** Whether two stretches overlap; one may begin when the other ends. */
export function overlaps(one: Stretch, other: Stretch): boolean {
  return share(spanOf(one), spanOf(other));
}

/**
 * Whether a crew is available for a stretch. The number of busy crews is compared with `crews`, so a booking of a
 * removed crew still occupies one. The minutes between bookings don't apply around blocked time.
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
    // Blocked time of a removed crew occupies none.
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
