import type { OwnerBooking } from '@contracts/owner-booking.ts';
import {
  detailColumns,
  emptyDetails,
  checkPhoneDetails,
  type DetailsInput,
  type PhoneDetails,
} from '@domain/booking/details.ts';
import { moreOf, nothingMore } from '@domain/booking/more-fields.ts';
import type { FormResult } from '@domain/contact/form-checks.ts';
import { formatPhone } from '@/lib/format-phone.ts';

type Columns = Record<string, string | number | null>;

/** By column: what the owner saw, and what is true. */
export type Correction = { was: Columns; changes: Columns };

/** The form with a booking's details as they are. */
export const detailsOf = (booking: OwnerBooking): DetailsInput => ({
  ...emptyDetails,
  name: booking.customer_name,
  email: booking.customer_email ?? '',
  phone: formatPhone(booking.customer_phone),
  carModel: booking.car_model,
  carYear: String(booking.car_year),
  address: booking.address,
  city: booking.city,
  province: booking.province,
  postalCode: booking.postal_code,
  ...moreOf({ ...nothingMore, ...booking.more }),
});

/** As for a phone booking; a booking made online keeps an email address. */
export function checkCorrection(
  booking: OwnerBooking,
  typed: DetailsInput,
  currentYear: number,
): FormResult<PhoneDetails, keyof DetailsInput> {
  const result = checkPhoneDetails(typed, { currentYear, isCoupon: () => true });
  const lacksEmail = booking.source === 'online' && typed.email.trim() === '';
  if (!lacksEmail) return result;
  const others = result.ok ? {} : result.fields;
  return { ok: false, fields: { ...others, email: 'Please enter the email address.' } };
}

/** What differs from the booking; null when nothing does. */
export function correctionOf(booking: OwnerBooking, details: PhoneDetails): Correction | null {
  const columns = detailColumns(details);
  const stored: Columns = { ...booking, ...booking.more } as unknown as Columns;
  const changed = Object.entries<string | number | null>(columns).filter(
    ([column, value]) => value !== (stored[column] ?? wasNothing(column)),
  );
  if (changed.length === 0) return null;
  return {
    was: Object.fromEntries(
      changed.map(([column]) => [column, stored[column] ?? wasNothing(column)]),
    ),
    changes: Object.fromEntries(changed),
  };
}

const wasNothing = (column: string) => (column in nothingMore ? '' : null);
