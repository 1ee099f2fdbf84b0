import { expect, test } from 'vitest';
import { hasMissingFields, validateInquiry } from './inquiry.ts';

const typed = {
  name: ' Alex Roy ',
  email: 'Alex@Example.com',
  bookingId: '',
  subject: 'Engine bay',
  message: ' First line\nsecond line ',
};
const bookingId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

test('an inquiry without a booking ID sends null and keeps the line breaks of its message', () => {
  expect(validateInquiry(typed)).toEqual({
    ok: true,
    value: {
      name: 'Alex Roy',
      email: 'alex@example.com',
      bookingId: null,
      subject: 'Engine bay',
      message: 'First line\nsecond line',
    },
  });
});

test('a valid booking ID or number is kept', () => {
  const result = validateInquiry({ ...typed, bookingId: bookingId.toUpperCase() });
  expect(result).toMatchObject({ ok: true, value: { bookingId } });
  expect(validateInquiry({ ...typed, bookingId: '7KQ4 M2XB' })).toMatchObject({ ok: true });
  expect(validateInquiry({ ...typed, bookingId: '42' })).toHaveProperty(
    'fields.bookingId',
    expect.stringContaining('leave this field empty'),
  );
});

test('an empty required field counts as missing, an invalid one does not [S5.1]', () => {
  for (const field of ['name', 'email', 'subject', 'message'] as const) {
    const input = { ...typed, [field]: '  ' };
    expect(hasMissingFields(input)).toBe(true);
    expect(validateInquiry(input)).toHaveProperty(`fields.${field}`);
  }
  expect(hasMissingFields({ ...typed, email: 'alex' })).toBe(false);
  expect(validateInquiry({ ...typed, email: 'alex' }).ok).toBe(false);
});

test('a message has a maximum length', () => {
  expect(validateInquiry({ ...typed, message: 'x'.repeat(5000) }).ok).toBe(true);
  expect(validateInquiry({ ...typed, message: 'x'.repeat(5001) })).toHaveProperty('fields.message');
});
