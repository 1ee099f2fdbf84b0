import { expect, test } from 'vitest';
import { validateCredentials, validateNewPassword } from './account.ts';

const typed = { email: ' Alex@Example.com ', password: ' secret ', phone: '' };

test('the address is tidied, the password is not', () => {
  expect(validateCredentials(typed)).toEqual({
    ok: true,
    value: { email: 'alex@example.com', password: ' secret ', phone: null },
  });
});

test('a phone number is optional, but has to be one', () => {
  expect(validateCredentials({ ...typed, phone: '905 555 0142' })).toMatchObject({
    ok: true,
    value: { phone: '+19055550142' },
  });
  expect(validateCredentials({ ...typed, phone: '12' })).toHaveProperty('fields.phone');
});

test('a password has at least six characters', () => {
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
