import { plainLine } from '../contact/typed-text.ts';

/** Without 0, O, 1 and I, which sound or look alike. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * The short number of a booking, "7KQ4-M2XB": the first 40 of the 122 random bits of its id, to be read out on the
 * phone. It opens the booking only together with its email address. `private.booking_number` in SQL is the same.
 */
export function bookingNumber(bookingId: string): string {
  const bits = BigInt(`0x${bookingId.replaceAll('-', '').slice(0, 10)}`);
  const number = Array.from(
    { length: 8 },
    (_, at) => letters[Number((bits >> BigInt(35 - 5 * at)) & 31n)] ?? '',
  ).join('');
  return `${number.slice(0, 4)}-${number.slice(4)}`;
}

/** Whether a text is a booking number, typed in any way. */
export const isBookingNumber = (text: string): boolean =>
  /^[2-9A-HJ-NP-Z]{4}[\s-]?[2-9A-HJ-NP-Z]{4}$/i.test(plainLine(text));
