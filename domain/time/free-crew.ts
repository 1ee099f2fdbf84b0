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
  /**
   * The minutes before and after it in which the visit must not be, when travel counts: the way with packing and
   * setting up. Else those of the opening rules.
   */
  gapMinutes?: number | undefined;
};

/** In milliseconds since 1970. */
export type Span = { from: number; to: number };
export type TakenSpan = Span & Pick<TakenTime, 'crew' | 'isTimeOff' | 'gapMinutes'>;

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
  const busy = new Set<number>();
  for (const one of taken) {
    const gap = (one.isTimeOff ? 0 : (one.gapMinutes ?? bufferMinutes)) * minuteMs;
    if (one.from >= span.to + gap || one.to <= span.from - gap) continue;
    if (one.crew === null) return false;
    // Blocked time of a removed crew occupies none.
    if (!one.isTimeOff || one.crew <= crews) busy.add(one.crew);
  }
  return busy.size < crews;
}

export function takenSpan(one: TakenTime): TakenSpan {
  const { crew, isTimeOff, gapMinutes } = one;
  return { ...spanOf(one), crew, isTimeOff, gapMinutes };
}

export function spanOf({ date, time, durationMinutes }: Stretch): Span {
  const from = startMs(date, time);
  return { from, to: from + durationMinutes * minuteMs };
}

function share(one: Span, other: Span): boolean {
  return one.from < other.to && other.from < one.to;
}

/**
 * The first available crew for a stretch; the last crew if none is available. The database assigns the same one unless
 * travel counts: then it takes the crew with the shortest way. So a rain plan with travel names no crew
 * (`rain-plan.ts`), and times for the waiting list are computed one by one from what is then taken
 * (`offer-freed-times.ts`).
 */
export function firstCrew(
  stretch: Stretch,
  taken: readonly TakenTime[],
  rules: OpeningRules,
): number {
  const span = spanOf(stretch);
  const onDay = taken.filter((one) => one.date === stretch.date);
  const isFree = (crew: number) =>
    hasFreeCrew(
      span,
      onDay.filter((one) => one.crew === crew).map((one) => ({ ...takenSpan(one), crew: 1 })),
      { ...rules, crews: 1 },
    );
  let crew = 1;
  while (crew < rules.crews && !isFree(crew)) crew += 1;
  return crew;
}
