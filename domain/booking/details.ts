import { business } from '../business.ts';
import { couponDiscountCents } from '../money/coupon.ts';
import {
  bad,
  checkCarYear,
  checkEmail,
  checkLine,
  checkOptionalLine,
  checkPhone,
  checkPostalCode,
  good,
} from '../contact/field-checks.ts';
import type { FieldResult } from '../contact/field-checks.ts';
import { gather } from '../contact/form-checks.ts';
import type { FormResult } from '../contact/form-checks.ts';
import { formatCents, parseMoney } from '../money/money.ts';
import { eachMore, moreOf, nothingMore } from './more-fields.ts';
import { findProvince } from '../contact/provinces.ts';
import type { ProvinceCode } from '../contact/provinces.ts';
import { isServed, outsideAreaSentence } from '../contact/service-area.ts';

/** The empty form of the details step. */
export const emptyDetails = {
  fullName: '',
  email: '',
  phone: '',
  carModel: '',
  carYear: '',
  address: '',
  city: '',
  province: 'ON',
  postalCode: '',
  couponCode: '',
  /** In dollars; empty for no tip. */
  tip: '',
  ...nothingMore,
};

export type DetailsInput = typeof emptyDetails;

export type Details = {
  fullName: string;
  email: string;
  /** "+19055550142" */
  phone: string;
  carModel: string;
  carYear: number;
  address: string;
  city: string;
  province: ProvinceCode;
  /** "L7C 1A1" */
  postalCode: string;
  couponCode: string | null;
  tipCents: number;
} & typeof nothingMore;

export type DetailsResult = FormResult<Details, keyof DetailsInput>;

/**
 * Only the server knows whether the coupon was used before. Without `servedPrefixes` any postal code is accepted.
 */
export function validateDetails(
  input: DetailsInput,
  { currentYear, servedPrefixes = [] }: { currentYear: number; servedPrefixes?: readonly string[] },
): DetailsResult {
  const checks = checksOf(input, currentYear);
  const { postalCode: code } = checks;
  const isOutside = code.ok && !isServed(servedPrefixes, code.value);
  const result = gather({ ...checks, postalCode: isOutside ? bad(outsideAreaSentence) : code });
  if (!result.ok) return result;
  const { tip, ...rest } = result.value;
  return { ok: true, value: { ...rest, tipCents: tip } };
}

/** The details of a phone booking: the email address is optional. */
export type PhoneDetails = Omit<Details, 'email'> & { email: string | null };

/** Like validateDetails, with sentences worded for the owner, who types for a customer. */
export function validatePhoneDetails(
  input: DetailsInput,
  { currentYear }: { currentYear: number },
): FormResult<PhoneDetails, keyof DetailsInput> {
  const email = input.email.trim() === '' ? good(null) : checkEmail(input.email);
  const result = gather({ ...checksOf(input, currentYear), email });
  if (!result.ok) {
    const fields = Object.entries<string | undefined>(result.fields);
    return {
      ok: false,
      fields: Object.fromEntries(
        fields.map(([name, sentence = '']) => [name, sentence.replace(/\byour\b/g, 'the')]),
      ),
    };
  }
  const { tip, ...rest } = result.value;
  return { ok: true, value: { ...rest, tipCents: tip } };
}

const checksOf = (input: DetailsInput, currentYear: number) => ({
  fullName: checkLine(input.fullName, 'your full name', 100),
  email: checkEmail(input.email),
  phone: checkPhone(input.phone),
  carModel: checkLine(input.carModel, 'the make and model of your car', 80),
  carYear: checkCarYear(input.carYear, currentYear),
  address: checkLine(input.address, 'the street address where your car will be', 160),
  city: checkLine(input.city, 'your city or town', 80),
  province: checkProvince(input.province),
  postalCode: checkPostalCode(input.postalCode),
  couponCode: checkCoupon(input.couponCode),
  tip: checkTip(input.tip),
  ...eachMore((name, { label, maxLength }) => checkOptionalLine(input[name], label, maxLength)),
});

/** The columns of a booking that store the form. */
export const detailColumns = (details: PhoneDetails) => ({
  customer_name: details.fullName,
  customer_email: details.email,
  customer_phone: details.phone,
  car_model: details.carModel,
  car_year: details.carYear,
  coupon_code: details.couponCode,
  address: details.address,
  city: details.city,
  province: details.province,
  postal_code: details.postalCode,
  ...moreOf(details),
});

/** Returns cents; an empty text is no tip. */
export function checkTip(text: string): FieldResult<number> {
  if (/^\s*[-−]/.test(text)) return bad('The tip can’t be below zero.');
  const cents = parseMoney(text);
  if (cents === null) return bad('Please enter the tip in dollars, for example 10 or 12.50.');
  if (cents > business.tip.maxCents) {
    const most = formatCents(business.tip.maxCents);
    return bad(`Tips of up to ${most} can be paid online.`);
  }
  return good(cents);
}

/** An empty text is no coupon. */
export function checkCoupon(text: string): FieldResult<string | null> {
  if (text.trim() === '') return good(null);
  const coupon = couponDiscountCents(text, Number.MAX_SAFE_INTEGER);
  return coupon.ok
    ? good(coupon.code)
    : bad('This coupon code isn’t valid. Please check its spelling, or leave the field empty.');
}

function checkProvince(text: string): FieldResult<ProvinceCode> {
  const code = findProvince(text);
  return code ? good(code) : bad('Please choose your province or territory.');
}

export type GuestLookup = { email: string; bookingId: string };

/**
 * Both fields are required. Text that is not a booking ID passes: no booking matches it, so the answer is "not found"
 * (check isBookingId before querying the database).
 */
export function validateGuestLookup(
  input: GuestLookup,
): FormResult<GuestLookup, keyof GuestLookup> {
  const bookingId = input.bookingId.trim().toLowerCase();
  return gather({
    email: checkEmail(input.email),
    bookingId:
      bookingId === ''
        ? bad('Please enter the booking ID from your confirmation.')
        : good(bookingId),
  });
}
