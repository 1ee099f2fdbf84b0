import { formatArrival, formatEnd, formatStart } from '@domain/time/start-format.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import { formatDayAndTime } from './days.ts';
import { pageDatum } from './page-data.ts';

// A start as customers are told it. The setting comes with the business, before any screen.

/** Under it a page brings the arrival window that it was rendered with. */
export const arrivalWindowKey = ['arrival-window'];

let known = Number(pageDatum(arrivalWindowKey) ?? 0);

/** In minutes; 0 without a window. */
export const arrivalWindow = (): number => known;

export function setArrivalWindow(minutes: number): void {
  known = minutes;
}

type Start = { date: LocalDate; time: LocalTime };

/** "9:00–9:30 AM" */
export const toldTime = (time: LocalTime): string => formatArrival(time, known);

/** "12:00 PM", when a visit is over at the latest; null if that is the next day. */
export const toldEnd = (time: LocalTime, durationMinutes: number): string | null =>
  formatEnd(time, durationMinutes, known);

/** What the time of a visit is called beside it: a window is not how long the visit takes. */
export const timeLabel = (): string => (known > 0 ? 'We arrive' : 'Time');

/** "between 9:00 and 9:30 AM", or "at 9:00 AM" */
export const toldInSentence = (time: LocalTime): string =>
  formatArrival(time, known, 'in a sentence');

/** "Tuesday, December 1, 2026 between 9:00 and 9:30 AM" */
export const toldStart = (start: Start): string => formatStart(start, known);

/** The same for a booking. */
export const toldStartOf = (booking: {
  booking_date: LocalDate;
  booking_time: LocalTime;
}): string => toldStart({ date: booking.booking_date, time: booking.booking_time });

/** "Tuesday, December 1 between 9:00 and 9:30 AM" */
export const toldDayAndTime = (start: Start): string => formatDayAndTime(start, known);

/** What customers were told of a start, for the owner's small print; empty without a window. */
export const toldToCustomer = (time: LocalTime): string =>
  known > 0 ? `Told: ${toldTime(time)}` : '';
