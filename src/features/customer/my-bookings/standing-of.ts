import type { ListedBooking } from './api/rained-out.ts';

/** What of a booking says where it is listed, and whether it can be changed. */
export const standingOf = (booking: ListedBooking) => ({
  status: booking.status,
  bookingDate: booking.booking_date,
  isDone: booking.done_at !== null,
  isRainDay: booking.is_rained_out,
});
