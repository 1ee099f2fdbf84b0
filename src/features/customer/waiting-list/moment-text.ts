import { business } from '@domain/business.ts';

const clock = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: business.timeZone,
});

/** An instant as the clock shows it where the business is: "4:30 PM" */
export const clockText = (instant: string): string => clock.format(new Date(instant));
