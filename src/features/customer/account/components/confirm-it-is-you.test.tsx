// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  authRefusal,
  calls,
  databaseRefusal,
  factor,
  noFactor,
  person,
  signInAs,
} from '@/testing/account-service.ts';
import { accountServiceEachTest } from '@/testing/account-service-each-test.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { press } from '@/testing/press.ts';
import { openAccount } from '../testing/render-account.tsx';

const backend = accountServiceEachTest();

const refusal = authRefusal(400, 'reauthentication_needed', 'Please confirm it’s you');
const dialog = async () =>
  within(await screen.findByRole('alertdialog', { name: 'Confirm it’s you' }));

async function askForNewPassword() {
  await openAccount(backend);
  backend.answers[calls.setUser] = refusal;
  await userEvent.type(screen.getByLabelText(/^New Password/), 'another1');
  await press('Change Password');
}

test('a change continues with the typed values after the password [S9.32]', async () => {
  await askForNewPassword();
  const password = await (await dialog()).findByLabelText(/^Your Password/);
  backend.answers[calls.signIn] = authRefusal(
    400,
    'invalid_credentials',
    'Invalid login credentials',
  );
  await userEvent.type(password, 'wrong{Enter}');
  expect(await (await dialog()).findByText('Invalid login credentials')).toBeTruthy();
  backend.answers[calls.signIn] = { body: signInAs() };
  backend.answers[calls.setUser] = { body: person };
  await userEvent.clear(password);
  await userEvent.type(password, 'secret1{Enter}');
  await expectToast(
    'Password Changed',
    'You stay signed in here. Every other device is signed out.',
  );
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(backend.sent(calls.setUser).at(-1)?.body).toMatchObject({ password: 'another1' });
  expect(backend.sent(calls.logOut).map(({ query }) => query.get('scope'))).toEqual(['local']);
});

test('a change continues after an emailed code', async () => {
  await askForNewPassword();
  await (await dialog()).findByLabelText(/^Your Password/);
  await press('Email me a code instead');
  expect(backend.sent(calls.sendCode)[0]?.body).toMatchObject({
    email: person.email,
    create_user: false,
  });
  backend.answers[calls.setUser] = { body: person };
  await userEvent.type(
    await (await dialog()).findByLabelText(/^Code We Sent You/),
    '123456{Enter}',
  );
  await expectToast(
    'Password Changed',
    'You stay signed in here. Every other device is signed out.',
  );
  expect(backend.sent(calls.verifyCode)[0]?.body).toMatchObject({ token: '123456', type: 'email' });
});

test('the second factor is the only proof for people who have one', async () => {
  backend.answers[calls.factorStatus] = {
    body: { ...noFactor, has_factor: true, session_is_verified: true, recovery_codes_left: 0 },
  };
  await openAccount(backend, { aal: 'aal2', user: { factors: [factor] } });
  await screen.findByText('It is on.');
  backend.answers[calls.newRecoveryCodes] = databaseRefusal(403, 'reauthentication_needed');
  await press('Create new recovery codes');
  const code = await (await dialog()).findByLabelText(/^Code From Your App/);
  expect(screen.queryByText('Email me a code instead')).toBeNull();
  backend.answers[calls.newRecoveryCodes] = { body: ['ABCD-EFGH-JK'] };
  await userEvent.type(code, '123456{Enter}');
  expect(await screen.findByText('ABCD-EFGH-JK')).toBeTruthy();
});

test('a cancelled proof changes nothing and keeps the typed values', async () => {
  await askForNewPassword();
  await (await dialog()).findByLabelText(/^Your Password/);
  await press('Not now');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Nothing was changed. Please confirm it’s you to go on.',
  );
  expect(screen.getByLabelText<HTMLInputElement>(/^New Password/).value).toBe('another1');
  expect(backend.sent(calls.setUser)).toHaveLength(1);
});

test('a proof that cannot be requested can be retried', async () => {
  await openAccount(backend);
  backend.answers[calls.setUser] = refusal;
  await userEvent.type(screen.getByLabelText(/^New Password/), 'another1');
  backend.answers[calls.getUser] = authRefusal(500, 'unexpected_failure', 'No luck');
  await press('Change Password');
  expect(await (await dialog()).findByRole('alert')).toBeTruthy();
  backend.answers[calls.getUser] = { body: person };
  await userEvent.click((await dialog()).getByRole('button', { name: 'Try again' }));
  expect(await (await dialog()).findByLabelText(/^Your Password/)).toBeTruthy();
});
