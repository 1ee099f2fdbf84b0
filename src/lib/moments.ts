import { business } from '@domain/business.ts';

const moment = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: business.timeZone,
});

/** An instant -> "Sat, Nov 21, 2:05 PM", where the business is. */
export const formatMoment = (instant: string): string => moment.format(new Date(instant));

const clock = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: business.timeZone,
});

/** An instant -> "4:30 PM", where the business is. */
export const formatClock = (instant: string): string => clock.format(new Date(instant));
