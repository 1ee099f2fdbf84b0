import { bad, checkEmail, checkPhone, checkWords, good, isPhoneLike } from './field-checks.ts';
import type { FieldResult } from './field-checks.ts';
import { gather } from './form-checks.ts';
import type { FormResult } from './form-checks.ts';
import { plainLine } from './typed-text.ts';

export const shortestPassword = 6;
export const shortestAdministratorPassword = 12;

/** The sign-in and sign-up forms as typed. Only sign-up has the phone number. */
export type CredentialsInput = { email: string; password: string; phone: string };

export type Credentials = {
  email: string;
  password: string;
  /** "+19055550142" */
  phone: string | null;
};

export function validateCredentials(
  input: CredentialsInput,
): FormResult<Credentials, keyof CredentialsInput> {
  return gather({
    email: checkEmail(input.email),
    password: checkPassword(input.password),
    phone: plainLine(input.phone) === '' ? good(null) : checkPhone(input.phone),
  });
}

export type NewPassword = { password: string };

export function validateNewPassword(
  input: NewPassword,
  least = shortestPassword,
): FormResult<NewPassword, 'password'> {
  return gather({ password: checkPassword(input.password, least) });
}

/** The hint below a new password while it is typed: the minimum length and the strength. */
export function newPasswordHint(typed: string, least = shortestPassword): string {
  const minimum = `At least ${least} characters.`;
  if (typed.length < least) return minimum;
  const variety = new Set(typed.toLowerCase()).size;
  if (typed.length < 10 || variety < 5)
    return `${minimum} Weak: three unrelated words are stronger.`;
  return typed.length < 16 || variety < 8
    ? `${minimum} Fair: one more word makes it strong.`
    : `${minimum} Strong.`;
}

/** A password is not trimmed: spaces at its ends may be intended. */
function checkPassword(text: string, least = shortestPassword): FieldResult<string> {
  if (text === '') return bad('Please enter your password.');
  return text.length < least ? bad(`Please use at least ${least} characters.`) : good(text);
}

/** The recipient of a one-time code. The phone is "+19055550142". */
export type Contact = { email: string } | { phone: string };

export type ContactInput = { contact: string };

/** Accepts an email address or a phone number; the @ distinguishes them. */
export function validateContact(
  input: ContactInput,
): FormResult<{ contact: Contact }, keyof ContactInput> {
  return gather({ contact: checkContact(input.contact) });
}

function checkContact(text: string): FieldResult<Contact> {
  if (plainLine(text) === '') return bad('Please enter your email address or phone number.');
  if (isPhoneLike(text)) {
    const phone = checkPhone(text);
    return phone.ok ? good({ phone: phone.value }) : phone;
  }
  const email = checkEmail(text);
  return email.ok ? good({ email: email.value }) : email;
}

export type PersonName = { firstName: string; lastName: string };

const longestName = 60;

export function validatePersonName(input: PersonName): FormResult<PersonName, keyof PersonName> {
  return gather({
    firstName: checkWords(input.firstName, 'your first name', { maxLength: longestName }),
    lastName: checkWords(input.lastName, 'your last name', { maxLength: longestName }),
  });
}

/** The digits of a code from an email, a text message or an app, typed in any grouping. */
export function checkSixDigits(text: string): FieldResult<string> {
  const digits = plainLine(text).replace(/[ -]/g, '');
  return /^\d{6}$/.test(digits) ? good(digits) : bad('Please enter the 6 digits of the code.');
}

/** A recovery code in its printed form, "ABCD-EFGH-JK", from any case and grouping. */
export function checkRecoveryCode(text: string): FieldResult<string> {
  const letters = plainLine(text).replace(/[ -]/g, '').toUpperCase();
  return /^[A-Z0-9]{10}$/.test(letters)
    ? good(`${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`)
    : bad('Please enter a code like ABCD-EFGH-JK.');
}
