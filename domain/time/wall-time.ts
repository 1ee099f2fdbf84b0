/** A calendar day where the business is, "2026-12-01". */
export type LocalDate = string;

/** A wall clock time where the business is, "09:00"; "09:00:00", as databases answer, is read too. */
export type LocalTime = string;

/** "09:30" or "09:30:00" -> 570; null when it is no time of day. */
export function minutesOfDay(time: LocalTime): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(time);
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}

/** 570 -> "09:30" */
export function timeAtMinute(minutes: number): LocalTime {
  const hour = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${hour}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Every start from first to last, both included. */
export function timesBetween(first: LocalTime, last: LocalTime, stepMinutes: number): LocalTime[] {
  const from = minutesOfDay(first);
  const to = minutesOfDay(last);
  if (from === null || to === null || stepMinutes < 1) return [];
  const count = Math.floor((to - from) / stepMinutes) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    timeAtMinute(from + index * stepMinutes),
  );
}
