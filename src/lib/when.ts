import { business } from '@domain/business.ts';
import { formatTime } from '@domain/time/time-format.ts';
import type { OfferedStart } from '@domain/booking/rain-plan.ts';
import { formatDay } from '@/lib/days.ts';

/** "Wednesday, December 2 at 9:00 AM" */
export const startText = ({ date, time }: OfferedStart): string =>
  `${formatDay(date)} at ${formatTime(time)}`;

const dayOfWeek = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** "Wed, Dec 2, 9:00 AM" */
export const shortStart = ({ date, time }: OfferedStart): string =>
  `${dayOfWeek.format(new Date(`${date}T00:00:00Z`))}, ${formatTime(time)}`;

const moment = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: business.timeZone,
});

/** An instant as it is where the business is: "Tuesday, December 1 at 4:30 PM" */
export const momentText = (instant: string): string => moment.format(new Date(instant));
