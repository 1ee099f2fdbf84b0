/** A local calendar day of the business, "2026-12-01". */
export type LocalDate = string;

/** A local time of the business, "09:00"; also accepts the database's "09:00:00". */
export type LocalTime = string;

/** "09:30" or "09:30:00" -> 570; null for an invalid time. */
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
