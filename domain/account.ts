import { bad, checkEmail, checkPhone, good } from './field-checks.ts';
import type { FieldResult } from './field-checks.ts';
import { gather } from './form-checks.ts';
import type { FormResult } from './form-checks.ts';

export const shortestPassword = 6;

/** What signing in and signing up ask for, as typed. The phone belongs to signing up. */
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
    phone: input.phone.trim() === '' ? good(null) : checkPhone(input.phone),
  });
}

export type NewPassword = { password: string };

export function validateNewPassword(input: NewPassword): FormResult<NewPassword, 'password'> {
  return gather({ password: checkPassword(input.password) });
}

/** A password is taken as it is: spaces at its ends may be meant. */
function checkPassword(text: string): FieldResult<string> {
  if (text === '') return bad('Please enter your password.');
  return text.length < shortestPassword
    ? bad(`Please use at least ${shortestPassword} characters.`)
    : good(text);
}
