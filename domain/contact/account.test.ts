import { expect, test } from 'vitest';
import {
  newPasswordHint,
  checkRecoveryCode,
  checkSixDigits,
  validateContact,
  validateCredentials,
  validateNewPassword,
  validatePersonName,
} from './account.ts';

const typed = { email: ' Alex@Example.com ', password: ' secret ', phone: '' };

test('the email address is normalised, the password is not', () => {
  expect(validateCredentials(typed)).toEqual({
    ok: true,
    value: { email: 'alex@example.com', password: ' secret ', phone: null },
  });
});

test('a phone number is optional, but must be valid [S5.13]', () => {
  expect(validateCredentials({ ...typed, phone: ' ' })).toMatchObject({
    ok: true,
    value: { phone: null },
  });
  expect(validateCredentials({ ...typed, phone: '905 555 0142' })).toMatchObject({
    ok: true,
    value: { phone: '+19055550142' },
  });
  expect(validateCredentials({ ...typed, phone: '12' })).toHaveProperty('fields.phone');
});

test.each([
  ['', 'At least 6 characters.'],
  ['12345', 'At least 6 characters.'],
  ['secret1', 'At least 6 characters. Weak: three unrelated words are stronger.'],
  ['aaaaaaaaaaaaaaaaaaaa', 'At least 6 characters. Weak: three unrelated words are stronger.'],
  ['walnut-ferry', 'At least 6 characters. Fair: one more word makes it strong.'],
  ['walnut-ferry-otter', 'At least 6 characters. Strong.'],
])('the hint below the new password "%s" is "%s"', (typed, hint) => {
  expect(newPasswordHint(typed)).toBe(hint);
});

test('the hint names another minimum length when there is one', () => {
  expect(newPasswordHint('walnut', 12)).toBe('At least 12 characters.');
});

test('a password has at least six characters [S9.26]', () => {
  expect(validateCredentials({ ...typed, password: '' })).toEqual({
    ok: false,
    fields: { password: 'Please enter your password.' },
  });
  expect(validateNewPassword({ password: '12345' })).toEqual({
    ok: false,
    fields: { password: 'Please use at least 6 characters.' },
  });
  expect(validateNewPassword({ password: '123456' }).ok).toBe(true);
});

test.each([
  [' Alex@Example.com', { email: 'alex@example.com' }],
  ['905 555 0142', { phone: '+19055550142' }],
])('%j can receive a code', (contact, value) => {
  expect(validateContact({ contact })).toEqual({ ok: true, value: { contact: value } });
});

test('a code needs a complete email address or phone number', () => {
  expect(validateContact({ contact: ' ' })).toHaveProperty(
    'fields.contact',
    'Please enter your email address or phone number.',
  );
  expect(validateContact({ contact: 'alex@' })).toHaveProperty('fields.contact');
  expect(validateContact({ contact: '12' })).toHaveProperty('fields.contact');
});

test('a name has two parts, without extra spaces', () => {
  expect(validatePersonName({ firstName: ' Ann  Marie ', lastName: 'Lee' })).toEqual({
    ok: true,
    value: { firstName: 'Ann Marie', lastName: 'Lee' },
  });
  expect(validatePersonName({ firstName: '', lastName: '' })).toMatchObject({
    fields: {
      firstName: 'Please enter your first name.',
      lastName: 'Please enter your last name.',
    },
  });
});

test('a code may be typed in any grouping', () => {
  expect(checkSixDigits(' 123 456 ')).toEqual({ ok: true, value: '123456' });
  expect(checkSixDigits('12345')).toMatchObject({ ok: false });
  expect(checkSixDigits('12345x')).toMatchObject({ ok: false });
  expect(checkRecoveryCode('abcd efgh jk')).toEqual({ ok: true, value: 'ABCD-EFGH-JK' });
  expect(checkRecoveryCode('ABCD')).toMatchObject({ ok: false });
});
