import { bad, good, type FieldResult } from '@domain/contact/field-checks.ts';

/** Checks of a typed card that need no provider: slips of the finger, not whether it can pay. */

export function checkCardNumber(typed: string): FieldResult<string> {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return bad('Please enter your card number.');
  if (digits.length < 12) return bad('This card number is not complete.');
  if (!hasRightCheckDigit(digits)) {
    return bad('This card number has a typing error. Please compare it with your card.');
  }
  return good(digits);
}

export type Expiry = { month: number; year: number };

/** A card is good to the end of its month. `now` decides what is over. */
export function checkExpiry(typed: string, now: Date): FieldResult<Expiry> {
  if (typed.trim() === '') return bad('Please enter the expiry date.');
  const match = /^(0[1-9]|1[0-2]) ?\/ ?(?:20)?(\d\d)$/.exec(typed.trim());
  if (!match) return bad('Please enter the expiry date as month and year, for example 08 / 29.');
  const expiry = { month: Number(match[1]), year: 2000 + Number(match[2]) };
  const isOver = expiry.year * 12 + expiry.month < now.getFullYear() * 12 + now.getMonth() + 1;
  return isOver ? bad('This card has expired. Please use another one.') : good(expiry);
}

export function checkSecurityCode(typed: string): FieldResult<string> {
  const code = typed.trim();
  if (code === '') return bad('Please enter the security code.');
  return /^\d{3,4}$/.test(code)
    ? good(code)
    : bad('The security code has 3 digits, or 4 on an American Express card.');
}

/** Every second digit from the right counts double (Luhn); a slip in one digit breaks the sum. */
function hasRightCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const counted = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (counted > 9 ? counted - 9 : counted);
    }, 0);
  return sum % 10 === 0;
}
