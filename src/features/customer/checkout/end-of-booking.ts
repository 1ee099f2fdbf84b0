/** Refusals after which a booking cannot be paid any more, whatever is tried. */
export const endOfBooking: ReadonlySet<string> = new Set([
  'hold_lapsed',
  'booking_cancelled',
  'paid_too_late',
]);
