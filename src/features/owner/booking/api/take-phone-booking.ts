import { phoneBooking } from '@contracts/owner-booking.ts';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import { callFunction } from '@/lib/call-function.ts';

export type PhoneBooking = {
  /** Made by the form: sent twice, it is one booking. */
  bookingId: string;
  serviceId: string;
  vehicleType: VehicleType;
  /** Ids. */
  addOns: readonly string[];
  bookingDate: LocalDate;
  bookingTime: LocalTime;
  /** The start is one that customers can't book, and the owner wants it all the same. */
  anyway?: boolean;
  /** The time is held for whom it is booked, off the waiting list. */
  offerId?: string;
  /** The customer agreed on the phone to text messages about this appointment. */
  textConsent?: boolean;
  /** As typed. A tip is given when the work is done. */
  details: DetailsInput;
};

/** Takes a booking for somebody who called; its id. The price is worked out by the server. */
export async function takePhoneBooking(booking: PhoneBooking): Promise<string> {
  const { bookingId } = await callFunction(phoneBooking, booking);
  return bookingId;
}
