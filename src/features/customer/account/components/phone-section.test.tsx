// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { authRefusal, calls, signInAs } from '@/testing/account-service.ts';
import { accountServiceEachTest } from '@/testing/account-service-each-test.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { press } from '@/testing/press.ts';
import { openAccount } from '../testing/render-account.tsx';

const backend = accountServiceEachTest();

const code = () => screen.findByLabelText<HTMLInputElement>(/^Code From the Text Message/);

test('the number from the sign-up is offered for verification', async () => {
  await openAccount(backend, { user: { user_metadata: { phone: '+19055550142' } } });
  expect(screen.getByText('No verified number yet.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Phone Number/).value).toBe('+19055550142');
  expect(screen.getByText(/It is not verified yet/)).toBeTruthy();
});

test('a number counts after its texted code was entered', async () => {
  await openAccount(backend);
  await userEvent.type(screen.getByLabelText(/^Phone Number/), '(905) 555-0142');
  await press('Text Me a Code');
  await userEvent.type(await code(), '123456');
  backend.answers[calls.getUser] = { body: signInAs({ user: { phone: '19055550142' } }).user };
  await press('Verify');
  await expectToast('Verification Successful!', 'Your phone number has been verified.');
  expect(await screen.findByText('Verified')).toBeTruthy();
  expect(backend.sent(calls.setUser)[0]?.body).toMatchObject({ phone: '+19055550142' });
  expect(backend.sent(calls.verifyCode)[0]?.body).toMatchObject({
    phone: '+19055550142',
    token: '123456',
    type: 'phone_change',
  });
});

test('a wrong code says what to do next and stays', async () => {
  backend.answers[calls.verifyCode] = authRefusal(
    403,
    'otp_expired',
    'Token has expired or is invalid',
  );
  await openAccount(backend, { user: { new_phone: '19055550142' } });
  await userEvent.type(await code(), '123456{Enter}');
  await expectToast(
    'Verification Failed',
    'This code is wrong or has expired. Enter the newest one, or request a new code.',
    'destructive',
  );
  expect((await code()).value).toBe('123456');
});

test('a code that could not be checked shows what may be wrong', async () => {
  backend.answers[calls.verifyCode] = { status: 502, body: {} };
  await openAccount(backend, { user: { new_phone: '19055550142' } });
  await userEvent.type(await code(), '123456{Enter}');
  await expectToast('Verification Failed', 'Invalid OTP or something went wrong.', 'destructive');
});

test("a code that could not be sent shows the service's words", async () => {
  backend.answers[calls.setUser] = authRefusal(422, 'phone_provider_disabled', 'No text messages');
  await openAccount(backend);
  await userEvent.type(screen.getByLabelText(/^Phone Number/), '905 555 0142');
  await press('Text Me a Code');
  const told = await screen.findByText('No text messages');
  expect(told.closest('[role=alert]')).not.toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^Phone Number/).value).toBe('905 555 0142');
});

test('a number waiting for its code since an earlier visit can be removed', async () => {
  await openAccount(backend, { user: { new_phone: '19055550142' } });
  expect(await screen.findByText('We have texted six digits to +19055550142.')).toBeTruthy();
  expect(document.activeElement, 'nobody asked for it just now').not.toBe(await code());
  await press('Use another number');
  expect(screen.getByLabelText(/^Phone Number/)).toBeTruthy();
});
