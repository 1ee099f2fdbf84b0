import { isBookingNumber } from '../booking/booking-number.ts';
import { bad, checkEmail, checkLine, checkName, good, isBookingId } from './field-checks.ts';
import type { FieldResult } from './field-checks.ts';
import { gather } from './form-checks.ts';
import type { FormResult } from './form-checks.ts';
import { cleanText, plainLine } from './typed-text.ts';

/** The contact form as typed. */
export type InquiryInput = {
  name: string;
  email: string;
  bookingId: string;
  subject: string;
  message: string;
};

/** The booking as typed: an id or a number. */
export type Inquiry = Omit<InquiryInput, 'bookingId'> & { bookingId: string | null };

const longestMessage = 5000;

export function validateInquiry(input: InquiryInput): FormResult<Inquiry, keyof InquiryInput> {
  return gather({
    name: checkName(input.name, 'your full name'),
    email: checkEmail(input.email),
    bookingId: checkOptionalBookingId(input.bookingId),
    subject: checkLine(input.subject, 'a subject', 150),
    message: checkMessage(input.message),
  });
}

/** Whether a required field is empty, as opposed to invalid. */
export function hasMissingFields({ name, email, subject, message }: InquiryInput): boolean {
  return [name, email, subject, message].some((text) => cleanText(text) === '');
}

function checkMessage(text: string): FieldResult<string> {
  const value = cleanText(text);
  if (value === '') return bad('Please enter your message.');
  return value.length > longestMessage
    ? bad(`Your message can have up to ${longestMessage} characters.`)
    : good(value);
}

function checkOptionalBookingId(text: string): FieldResult<string | null> {
  const value = plainLine(text).toLowerCase();
  if (value === '') return good(null);
  return isBookingId(value) || isBookingNumber(value)
    ? good(value)
    : bad(
        'Please copy the booking number or ID from your confirmation, or leave this field empty.',
      );
}
