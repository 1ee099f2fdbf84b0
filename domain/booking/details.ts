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
import type { CustomerInfo } from './checkout.ts';
import { isServed, outsideAreaSentence } from '../contact/service-area.ts';

/** The empty form of a booking's details. */
export const emptyDetails = {
  name: '',
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

/** The details as they are sent: as a form checked them, or as another program wrote them. */
export type SentDetails = Omit<DetailsInput, 'carYear' | 'tip'> & { carYear: string | number };

type DetailsOf<Email> = {
  customerInfo: Omit<CustomerInfo, 'email'> & { email: Email };
  carModel: string;
  carYear: number;
  couponCode: string | null;
  tipCents: number;
} & typeof nothingMore;

export type Details = DetailsOf<string>;

/** The details of a phone booking: the email address is optional, and without one the name. */
export type PhoneDetails = DetailsOf<string | null>;

export type DetailsResult<Checked = Details> = FormResult<Checked, keyof DetailsInput>;

export type DetailsCircumstances = {
  currentYear: number;
  /** Whether a code, in capitals and without spaces, may be one of a coupon. */
  isCoupon: (code: string) => boolean;
};

/**
 * Only the server knows whether the coupon was used before. Without `servedPrefixes` any postal code is accepted.
 */
export function validateDetails(
  input: DetailsInput,
  {
    servedPrefixes = [],
    ...circumstances
  }: DetailsCircumstances & { servedPrefixes?: readonly string[] },
): DetailsResult {
  const checks = checksOf(input, circumstances);
  const { postalCode: code } = checks;
  const isOutside = code.ok && !isServed(servedPrefixes, code.value);
  const postalCode = isOutside ? bad(outsideAreaSentence) : code;
  return gatherDetails({ ...checks, postalCode, tip: checkTip(input.tip) });
}

/** As `validateDetails`, of details that were sent: the tip is in cents, and the service area is checked elsewhere. */
export const checkSentDetails = (
  sent: SentDetails,
  tipCents: number,
  circumstances: DetailsCircumstances,
): DetailsResult =>
  gatherDetails({ ...checksOf(sent, circumstances), tip: checkTipCents(tipCents) });

/**
 * The details of a phone booking, typed or sent, with sentences worded for the owner, who types for a customer. A tip is
 * given after the work.
 */
export function checkPhoneDetails(
  input: SentDetails,
  circumstances: DetailsCircumstances,
): DetailsResult<PhoneDetails> {
  const email = cleanLine(input.email) === '' ? good(null) : checkEmail(input.email);
  const checks = checksOf(input, circumstances);
  const isNumberEnough = cleanLine(input.name) === '' && email.ok && email.value === null;
  // Called by the number until the name is known.
  const number = checks.phone.ok ? formatPhone(checks.phone.value) : '';
  const kept = isPhoneLike(input.name) ? good(cleanLine(input.name)) : checks.name;
  const name = isNumberEnough ? good(number) : kept;
  const result = gatherDetails({ ...checks, name, email, tip: good(0) });
  if (result.ok) return result;
  const fields = Object.entries<string | undefined>(result.fields);
  return {
    ok: false,
    fields: Object.fromEntries(
      fields.map(([field, sentence = '']) => [field, sentence.replace(/\byour\b/g, 'the')]),
    ),
  };
}

type Checks<Email> = Omit<ReturnType<typeof checksOf>, 'email'> & {
  email: FieldResult<Email>;
  tip: FieldResult<number>;
};

function gatherDetails<Email extends string | null>(
  checks: Checks<Email>,
): DetailsResult<DetailsOf<Email>> {
  const result = gather(checks);
  if (!result.ok) return result;
  const { tip, name, email, phone, address, city, province, postalCode, ...rest } = result.value;
  const customerInfo = { name, email, phone, address, city, province, postalCode };
  return { ok: true, value: { ...rest, tipCents: tip, customerInfo } };
}

const checksOf = (input: SentDetails, circumstances: DetailsCircumstances) => {
  const checks = fieldChecks(input, circumstances);
  const { postalCode, province } = checks;
  if (!postalCode.ok || !province.ok) return checks;
  const other = otherProvinceOf(postalCode.value, province.value);
  const sentence = `This postal code is in ${other}. Please check the postal code and the province.`;
  return { ...checks, postalCode: other === null ? postalCode : bad(sentence) };
};

const fieldChecks = (input: SentDetails, { currentYear, isCoupon }: DetailsCircumstances) => ({
  name: checkName(input.name, 'your full name'),
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
  ...checkMore(input),
});

/** The columns of a booking that store the details, but those of money. */
export const detailColumns = ({ customerInfo: customer, ...details }: PhoneDetails) => ({
  customer_name: customer.name,
  customer_email: customer.email,
  customer_phone: customer.phone,
  car_model: details.carModel,
  car_year: details.carYear,
  address: customer.address,
  city: customer.city,
  province: customer.province,
  postal_code: customer.postalCode,
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
  return checkTipCents(cents);
}

function checkTipCents(cents: number): FieldResult<number> {
  if (cents <= fixedTerms.tip.maxCents) return good(cents);
  return bad(`Tips of up to ${formatCents(fixedTerms.tip.maxCents)} can be paid online.`);
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
