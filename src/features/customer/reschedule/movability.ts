import { hasBegun } from '@domain/booking/booking.ts';
import { findServiceByName } from '@domain/booking/catalogue.ts';
import { startsAt } from '@domain/time/schedule.ts';
import type { OwnBooking } from './api/get-booking.ts';

export type Movability = 'movable' | 'not_found' | 'unknown_service' | 'cancelled' | 'begun';

/** Whether a booking can be moved at `now` (epoch milliseconds); null is no booking. */
export function movabilityOf(booking: OwnBooking | null, now: number): Movability {
  if (!booking) return 'not_found';
  if (booking.status === 'cancelled') return 'cancelled';
  const appointment = {
    startsAt: startsAt(booking.booking_date, booking.booking_time),
    isDone: booking.done_at !== null,
    isRainedOut: booking.is_rained_out,
  };
  if (hasBegun(appointment, now)) return 'begun';
  return findServiceByName(booking.service_name) ? 'movable' : 'unknown_service';
}
