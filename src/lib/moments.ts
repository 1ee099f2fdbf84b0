import { fixedTerms } from '@domain/business/fixed-terms.ts';

const formatter = (parts: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: fixedTerms.timeZone });
  return (instant: string | number): string => format.format(new Date(instant));
};
const clock = { hour: 'numeric', minute: '2-digit' } as const;

// An instant as it is where the business is.

/** "4:30 PM" */
export const formatClock = formatter(clock);

/** "Sat, Nov 21, 2:05 PM" */
export const formatMoment = formatter({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  ...clock,
});

/** "Tuesday, December 1 at 4:30 PM" */
export const formatLongMoment = formatter({
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  ...clock,
});

/** "Dec 1, 2026, 9:05 AM" */
export const formatInstant = formatter({ dateStyle: 'medium', timeStyle: 'short' });

/** "Dec 1, 2026" */
export const formatInstantDay = formatter({ dateStyle: 'medium' });
