import type { CalendarRange } from '@contracts/calendar.ts';

/** What concerns a crew: its own, and what is of all crews. Null shows every crew. */
export function ofCrew(range: CalendarRange, crew: number | null): CalendarRange {
  if (crew === null) return range;
  const isOf = (one: { crew: number | null }) => one.crew === null || one.crew === crew;
  return {
    ...range,
    bookings: range.bookings.filter(isOf),
    timeOff: range.timeOff.filter(isOf),
    offers: range.offers.filter(isOf),
    ...(range.crewHours && { crewHours: range.crewHours.filter(isOf) }),
  };
}
