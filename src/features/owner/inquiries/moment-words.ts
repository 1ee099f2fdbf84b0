import { business } from '@domain/business.ts';

const day = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeZone: business.timeZone,
});
const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: business.timeZone,
});

/** An instant -> "Dec 1, 2026", where the business is. */
export const formatInstantDay = (instant: string): string => day.format(new Date(instant));

/** An instant -> "Dec 1, 2026, 9:05 AM", where the business is. */
export const formatInstant = (instant: string): string => moment.format(new Date(instant));
