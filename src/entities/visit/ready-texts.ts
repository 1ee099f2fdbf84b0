import { soldName } from '@domain/booking/add-ons.ts';
import { formatStartOf } from '@domain/time/start-format.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { arrivalWindow, toldInSentence } from '@/lib/told-times.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';

// Texts that the owner sends from her own phone, as she may change them there.

type Visit = {
  customer_name: string;
  booking_date: LocalDate;
  booking_time: LocalTime;
  service_name: string;
  add_ons?: readonly { name: string }[] | null;
  address: string;
};

/** "Hi Alex, this is Lustre Mobile Detailing." */
export const greeting = (customerName: string, business: string): string =>
  `Hi ${customerName.trim().split(/\s+/)[0] ?? ''}, this is ${business}.`;

/**
 * What was booked, while it stands and is ahead; else the greeting alone. `now` is in epoch milliseconds, `isOff` after a
 * cancellation and while a rain day leaves the time open.
 */
export function textAboutVisit(
  visit: Visit,
  business: string,
  { now, isOff }: { now: number; isOff: boolean },
): string {
  const hello = greeting(visit.customer_name, business);
  if (isOff || Date.parse(startsAt(visit.booking_date, visit.booking_time)) <= now)
    return `${hello} `;
  const what = soldName(visit.service_name, visit.add_ons);
  return `${hello} Your ${what} is booked for ${formatStartOf(visit, arrivalWindow())}, at ${visit.address}.`;
}

/** For a visit of today that begins late. */
export const textAboutDelay = (
  { customer_name: name, booking_time: time }: Pick<Visit, 'customer_name' | 'booking_time'>,
  business: string,
): string =>
  `${greeting(name, business)} We are running late for your visit ${toldInSentence(time)} today. `;
