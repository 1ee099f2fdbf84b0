// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  authRefusal,
  calls,
  databaseRefusal,
  factor,
  noFactor,
  signInAs,
} from '@/testing/account-service.ts';
import { accountServiceEachTest } from '@/testing/account-service-each-test.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { press } from '@/testing/press.ts';
import { openAccount } from '../testing/render-account.tsx';

const backend = accountServiceEachTest();

const dialog = () => within(screen.getByRole('alertdialog'));
const codes = ['ABCD-EFGH-JK', 'BCDE-FGHJ-KL'];
const on = { ...noFactor, has_factor: true, session_is_verified: true, recovery_codes_left: 9 };
const withFactor = { user: { factors: [factor] } };

function offerEnrolment() {
  backend.answers[calls.enrol] = {
    body: {
      id: factor.id,
      type: 'totp',
      totp: { qr_code: '<svg fill="#000"></svg>', secret: 'SECRETWORD', uri: 'otpauth://totp/x' },
    },
  };
  backend.answers[calls.newRecoveryCodes] = { body: codes };
}

test('setup shows a QR code and the secret, and the first code turns it on', async () => {
  offerEnrolment();
  await openAccount(backend);
  await userEvent.click(await screen.findByRole('button', { name: 'Set Up a Second Factor' }));
  const picture = await screen.findByAltText<HTMLImageElement>(/^QR code/);
  expect(decodeURIComponent(picture.src)).toContain('<svg fill="#000"></svg>');
  expect(screen.getByText('SECRETWORD')).toBeTruthy();
  backend.answers[calls.factorStatus] = { body: on };
  await userEvent.type(screen.getByLabelText(/^2\. Enter the code/), '123456{Enter}');
  expect(
    await screen.findByRole('heading', { name: /These are your recovery codes/ }),
  ).toBeTruthy();
  for (const code of codes) expect(screen.getByText(code)).toBeTruthy();
  expect(backend.sent(calls.verifyFactor)[0]?.body).toMatchObject({ code: '123456' });
  expect(backend.sent(calls.newRecoveryCodes)).toHaveLength(1);
});

test('setup removes an unfinished earlier one first', async () => {
  offerEnrolment();
  await openAccount(backend, { user: { factors: [{ ...factor, status: 'unverified' }] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Set Up a Second Factor' }));
  await screen.findByAltText(/^QR code/);
  expect(backend.sent(calls.removeFactor)).toHaveLength(1);
  await press('Not now');
  expect(screen.queryByAltText(/^QR code/)).toBeNull();
});

test("a wrong first code shows the service's words", async () => {
  offerEnrolment();
  backend.answers[calls.verifyFactor] = authRefusal(
    422,
    'mfa_verification_failed',
    'Invalid TOTP code entered',
  );
  await openAccount(backend);
  await userEvent.click(await screen.findByRole('button', { name: 'Set Up a Second Factor' }));
  await userEvent.type(await screen.findByLabelText(/^2\. Enter the code/), '123456{Enter}');
  await expectToast('Verification Failed', 'Invalid TOTP code entered', 'destructive');
});

test('clears the refusal of a wrong code when a correct one is typed', async () => {
  offerEnrolment();
  backend.answers[calls.verifyFactor] = authRefusal(
    422,
    'mfa_verification_failed',
    'Invalid TOTP code entered',
  );
  await openAccount(backend);
  await userEvent.click(await screen.findByRole('button', { name: 'Set Up a Second Factor' }));
  const field = await screen.findByLabelText(/^2\. Enter the code/);
  await userEvent.type(field, '123456{Enter}');
  expect(await screen.findByText('Verification Failed')).toBeTruthy();
  backend.answers[calls.verifyFactor] = {
    body: signInAs({ aal: 'aal2', user: { factors: [factor] } }),
  };
  backend.answers[calls.factorStatus] = { body: on };
  await userEvent.clear(field);
  await userEvent.type(field, '654321{Enter}');
  await screen.findByRole('heading', { name: /These are your recovery codes/ });
  expect(screen.queryByText('Verification Failed')).toBeNull();
  expect(screen.queryByText('Invalid TOTP code entered')).toBeNull();
});

test('recovery codes are shown once, to copy, download or print', async () => {
  backend.answers[calls.factorStatus] = { body: on };
  backend.answers[calls.newRecoveryCodes] = { body: codes };
  await openAccount(backend, withFactor);
  await userEvent.click(await screen.findByRole('button', { name: 'Create new recovery codes' }));
  expect(dialog().getByText('Your current codes will stop working.')).toBeTruthy();
  await press('Create new codes');
  await screen.findByText('ABCD-EFGH-JK');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /^Copy/ }));
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
  expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
  await press('I have saved them');
  expect(screen.queryByText('ABCD-EFGH-JK')).toBeNull();
});

test('a failure to create recovery codes is reported and can be retried', async () => {
  backend.answers[calls.factorStatus] = { body: { ...on, recovery_codes_left: 0 } };
  backend.answers[calls.newRecoveryCodes] = databaseRefusal(403, 'second_factor_needed');
  await openAccount(backend, withFactor);
  expect(await screen.findByText(/you’re locked out if you lose your phone/)).toBeTruthy();
  await press('Create new recovery codes');
  const sentence = 'This needs your second factor. Please enter a code from your app.';
  expect((await screen.findByText(sentence)).closest('[role=alert]')).not.toBeNull();
});

test('turning it off asks first', async () => {
  backend.answers[calls.factorStatus] = { body: on };
  await openAccount(backend, withFactor);
  expect(await screen.findByText('9 recovery codes are left.', { exact: false })).toBeTruthy();
  await press('Turn Off');
  expect(backend.sent(calls.removeFactor)).toEqual([]);
  backend.answers[calls.factorStatus] = { body: noFactor };
  backend.answers[calls.signIn] = { body: signInAs() };
  await userEvent.click(dialog().getByRole('button', { name: 'Turn off' }));
  await expectToast('Second Factor Off', 'You now sign in with your password only.');
  expect(backend.sent(calls.removeFactor)).toHaveLength(1);
  expect(await screen.findByText('It is off.')).toBeTruthy();
});

test('an administrator can require it of all administrators, after a question', async () => {
  backend.answers[calls.factorStatus] = { body: { ...on, is_administrator: true } };
  await openAccount(backend, withFactor);
  await userEvent.click(await screen.findByRole('button', { name: 'Require It' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Require it' }));
  await expectToast('Saved', 'Every administrator needs a second factor from now on.');
  expect(backend.sent(calls.requireFactor)[0]?.body).toEqual({ required: true });
});

test('a failure to change the requirement is reported', async () => {
  backend.answers[calls.factorStatus] = { body: { ...on, is_administrator: true, required: true } };
  backend.answers[calls.requireFactor] = databaseRefusal(403, 'administrator_needed');
  await openAccount(backend, withFactor);
  await userEvent.click(await screen.findByRole('button', { name: 'Stop requiring it' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Stop requiring it' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Only administrators can change this.',
  );
});

test('an administrator without the required factor sees why the admin pages are closed', async () => {
  backend.answers[calls.factorStatus] = {
    body: { ...noFactor, is_administrator: true, required: true },
  };
  await openAccount(backend);
  expect(await screen.findByText('Administrators need a second factor.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop requiring it' })).toBeNull();
});

test('other people do not see the setting for administrators', async () => {
  await openAccount(backend);
  await screen.findByText('It is off.');
  expect(screen.queryByText('For all administrators')).toBeNull();
});

test('a second factor that could not be loaded can be reloaded', async () => {
  backend.answers[calls.factorStatus] = databaseRefusal(500, 'No luck');
  await openAccount(backend);
  expect(await screen.findByText('Could not load your second factor.')).toBeTruthy();
  backend.answers[calls.factorStatus] = { body: noFactor };
  await press('Try again');
  expect(await screen.findByText('It is off.')).toBeTruthy();
});
