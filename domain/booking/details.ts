import { fixedTerms } from '../business/fixed-terms.ts';
import { normaliseCoupon } from '../money/typed-coupon.ts';
import {
  bad,
  checkCarYear,
  checkEmail,
  checkName,
  checkPhone,
  checkPlainLine,
  checkPostalCode,
  checkWords,
  good,
  isPhoneLike,
} from '../contact/field-checks.ts';
import type { FieldResult } from '../contact/field-checks.ts';
import { formatPhone } from '../contact/format-phone.ts';
import { gather } from '../contact/form-checks.ts';
import type { FormResult } from '../contact/form-checks.ts';
import { formatCents } from '../money/money.ts';
import { parseMoney } from '../money/parse-money.ts';
import { checkMore, moreOf, nothingMore } from './more-fields.ts';
import { cleanLine, plainLine } from '../contact/typed-text.ts';
import { findProvince, otherProvinceOf } from '../contact/provinces.ts';
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

type Circumstances = {
  currentYear: number;
  /** Whether a code, in capitals and without spaces, may be one of a coupon. */
  isCoupon: (code: string) => boolean;
};

/**
 * Only the server knows whether the coupon was used before. Without `servedPrefixes` any postal code is accepted.
 */
export function validateDetails(
  input: DetailsInput,
  { servedPrefixes = [], ...circumstances }: Circumstances & { servedPrefixes?: readonly string[] },
): DetailsResult {
  const checks = checksOf(input, circumstances);
  const { postalCode: code } = checks;
  const isOutside = code.ok && !isServed(servedPrefixes, code.value);
  const result = gather({ ...checks, postalCode: isOutside ? bad(outsideAreaSentence) : code });
  if (!result.ok) return result;
  const { tip, ...rest } = result.value;
  return { ok: true, value: { ...rest, tipCents: tip } };
}

/** The details of a phone booking: the email address is optional, and without one the name. */
export type PhoneDetails = Omit<Details, 'email'> & { email: string | null };

/** Like validateDetails, with sentences worded for the owner, who types for a customer. */
export function validatePhoneDetails(
  input: DetailsInput,
  circumstances: Circumstances,
): FormResult<PhoneDetails, keyof DetailsInput> {
  const email = cleanLine(input.email) === '' ? good(null) : checkEmail(input.email);
  const checks = checksOf(input, circumstances);
  const isNumberEnough = cleanLine(input.fullName) === '' && email.ok && email.value === null;
  // Called by the number until the name is known.
  const number = checks.phone.ok ? formatPhone(checks.phone.value) : '';
  const kept = isPhoneLike(input.fullName) ? good(cleanLine(input.fullName)) : checks.fullName;
  const fullName = isNumberEnough ? good(number) : kept;
  const result = gather({ ...checks, fullName, email });
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

const checksOf = (input: DetailsInput, circumstances: Circumstances) => {
  const checks = fieldChecks(input, circumstances);
  const { postalCode, province } = checks;
  if (!postalCode.ok || !province.ok) return checks;
  const other = otherProvinceOf(postalCode.value, province.value);
  const sentence = `This postal code is in ${other}. Please check the postal code and the province.`;
  return { ...checks, postalCode: other === null ? postalCode : bad(sentence) };
};

const fieldChecks = (input: DetailsInput, { currentYear, isCoupon }: Circumstances) => ({
  fullName: checkName(input.fullName, 'your full name'),
  email: checkEmail(input.email),
  phone: checkPhone(input.phone),
  carModel: checkCarModel(input.carModel),
  carYear: checkCarYear(input.carYear, currentYear),
  address: checkWords(input.address, 'the street address where your car will be', {
    maxLength: 160,
    least: 3,
  }),
  city: checkWords(input.city, 'your city or town', { maxLength: 80, least: 2 }),
  province: checkProvince(input.province),
  postalCode: checkPostalCode(input.postalCode),
  couponCode: checkCoupon(input.couponCode, isCoupon),
  tip: checkTip(input.tip),
  ...checkMore(input),
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

/** Some models are a number. */
function checkCarModel(text: string): FieldResult<string> {
  const what = 'the make and model of your car';
  const model = checkPlainLine(text, what, 80);
  return model.ok && !/[\p{L}\p{N}]/u.test(model.value) ? bad(`Please enter ${what}.`) : model;
}

/** Whether a tip is so large that it may be a typing error: more than the visit itself costs. All in cents. */
export const isUnusualTip = (quote: { tipCents: number; subtotalCents: number }): boolean =>
  quote.tipCents > quote.subtotalCents;

/** Returns cents; an empty text is no tip. */
export function checkTip(text: string): FieldResult<number> {
  if (plainLine(text).startsWith('-')) return bad('The tip can’t be below zero.');
  const cents = parseMoney(text);
  if (cents === null) return bad('Please enter the tip in dollars, for example 10 or 12.50.');
  if (cents > fixedTerms.tip.maxCents) {
    const most = formatCents(fixedTerms.tip.maxCents);
    return bad(`Tips of up to ${most} can be paid online.`);
  }
  return good(cents);
}

/** An empty text is no coupon. */
export function checkCoupon(
  text: string,
  isCoupon: (code: string) => boolean,
): FieldResult<string | null> {
  const code = normaliseCoupon(text);
  if (code === '') return good(null);
  return isCoupon(code)
    ? good(code)
    : bad('This coupon code isn’t valid. Please check its spelling, or leave the field empty.');
}

function checkProvince(text: string): FieldResult<ProvinceCode> {
  const code = findProvince(text);
  return code ? good(code) : bad('Please choose your province or territory.');
}

export type GuestLookup = { email: string; bookingId: string };

/**
 * Both fields are required; the booking ID may be a booking number. Other text passes: no booking matches it, so the
 * answer is "not found" (check isBookingId and isBookingNumber before querying the database).
 */
export function validateGuestLookup(
  input: GuestLookup,
): FormResult<GuestLookup, keyof GuestLookup> {
  const bookingId = plainLine(input.bookingId).toLowerCase();
  return gather({
    email: checkEmail(input.email),
    bookingId:
      bookingId === ''
        ? bad('Please enter the booking number or ID from your confirmation.')
        : good(bookingId),
  });
}
