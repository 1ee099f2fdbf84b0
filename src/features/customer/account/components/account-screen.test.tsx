// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { authRefusal, calls, noFactor, person, signInAs } from '@/testing/account-service.ts';
import { accountServiceEachTest } from '@/testing/account-service-each-test.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { openAccount } from '../testing/render-account.tsx';
import { AccountScreen } from './account-screen.tsx';

const backend = accountServiceEachTest();

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));

/** The simulated browser's blobs can be read only this way. */
const textOf = (file = new Blob()) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(file);
  });

describe('The name', () => {
  test('is stored in two parts', async () => {
    await openAccount(backend, {
      user: { user_metadata: { first_name: 'Ann', last_name: 'Lee' } },
    });
    expect(field('First Name').value).toBe('Ann');
    await userEvent.clear(field('First Name'));
    await userEvent.type(field('First Name'), ' Anna ');
    await press('Save Name');
    await expectToast('Saved', 'We’ll call you Anna.');
    expect(backend.sent(calls.setUser)[0]?.body).toMatchObject({
      data: { first_name: 'Anna', last_name: 'Lee' },
    });
  });

  test('requires both parts', async () => {
    await openAccount(backend);
    await press('Save Name');
    expect(await screen.findByText('Please enter your first name.')).toBeTruthy();
    expect(screen.getByText('Please enter your last name.')).toBeTruthy();
    expect(backend.sent(calls.setUser)).toEqual([]);
  });

  test('shows an error and stays typed when it cannot be saved', async () => {
    backend.answers[calls.setUser] = authRefusal(422, 'validation_failed', 'No luck');
    await openAccount(backend);
    await userEvent.type(field('First Name'), 'Ann');
    await userEvent.type(field('Last Name'), 'Lee');
    await press('Save Name');
    expect((await screen.findByRole('alert')).textContent).toBe('No luck');
    expect(field('First Name').value).toBe('Ann');
    expect(screen.getAllByText('No luck'), 'and not in a toast as well').toHaveLength(1);
  });
});

describe('The email address', () => {
  test('changes after both mailboxes confirmed', async () => {
    await openAccount(backend);
    const changing = signInAs({ user: { new_email: 'new@example.com' } }).user;
    backend.answers[calls.setUser] = { body: changing };
    backend.answers[calls.getUser] = { body: changing };
    await userEvent.type(field('New Email Address'), ' New@Example.com');
    await press('Change Email');
    await expectToast('Almost there!', 'Please follow the links we emailed to both addresses.');
    expect(await screen.findByText('Waiting for both confirmations')).toBeTruthy();
    const [sent] = backend.sent(calls.setUser);
    expect(sent?.body).toMatchObject({ email: 'new@example.com' });
    expect(sent?.query.get('redirect_to')).toBe(`${location.origin}/account`);
  });

  test('is not sent if it is the current one', async () => {
    await openAccount(backend);
    await userEvent.type(field('New Email Address'), person.email);
    await press('Change Email');
    expect(await screen.findByText('This is already your address.')).toBeTruthy();
    expect(backend.sent(calls.setUser)).toEqual([]);
  });

  test("shows the service's refusal in its words", async () => {
    backend.answers[calls.setUser] = authRefusal(429, 'over_email_send_rate_limit', 'Too many');
    await openAccount(backend);
    await userEvent.type(field('New Email Address'), 'new@example.com');
    await press('Change Email');
    expect((await screen.findByRole('alert')).textContent).toBe('Too many');
    expect(field('New Email Address').value).toBe('new@example.com');
  });
});

describe('The password', () => {
  test('changes for the current session', async () => {
    await openAccount(backend);
    await userEvent.type(field('New Password'), 'another1');
    await press('Change Password');
    await expectToast(
      'Password Changed',
      'You stay signed in here. Every other device is signed out.',
    );
    expect(backend.sent(calls.setUser)[0]?.body).toMatchObject({ password: 'another1' });
    expect(field('New Password').value).toBe('');
  });

  test('is set, and not changed, by an account that has none', async () => {
    const byCode = 'Link or code emailed to alex@example.com';
    backend.answers[calls.signInMethods] = { body: [byCode] };
    await openAccount(backend);
    await screen.findByText(/You haven’t set a password/);
    await userEvent.type(field('New Password'), 'another1');
    backend.answers[calls.signInMethods] = { body: ['Password with alex@example.com', byCode] };
    await press('Set Password');
    expect(await screen.findByRole('button', { name: 'Change Password' })).toBeTruthy();
  });

  test('has at least six characters', async () => {
    await openAccount(backend);
    await userEvent.type(field('New Password'), '12345');
    await press('Change Password');
    expect(await screen.findByText('Please use at least 6 characters.')).toBeTruthy();
    expect(backend.sent(calls.setUser)).toEqual([]);
  });

  test('of an administrator has at least 12 characters, checked before a proof is requested', async () => {
    backend.answers[calls.factorStatus] = { body: { ...noFactor, is_administrator: true } };
    await openAccount(backend);
    await screen.findByText('At least 12 characters.');
    for (const tooShort of ['short', 'nine-char']) {
      await userEvent.clear(field('New Password'));
      await userEvent.type(field('New Password'), tooShort);
      await press('Change Password');
      expect(await screen.findByText('Please use at least 12 characters.')).toBeTruthy();
    }
    expect(screen.queryByText('Please use at least 6 characters.')).toBeNull();
    expect(backend.sent(calls.setUser)).toEqual([]);
    await userEvent.type(field('New Password'), '-and-more');
    await press('Change Password');
    await expectToast(
      'Password Changed',
      'You stay signed in here. Every other device is signed out.',
    );
  });

  test('shows the ways to sign in after the change', async () => {
    backend.answers[calls.signInMethods] = {
      body: ['Password with alex@example.com', 'Code by text message to the number ending in 0142'],
    };
    await openAccount(backend);
    await userEvent.type(field('New Password'), 'another1');
    await press('Change Password');
    expect(
      await screen.findByText('Code by text message to the number ending in 0142'),
    ).toBeTruthy();
  });

  test("shows the service's refusal in its words", async () => {
    backend.answers[calls.setUser] = authRefusal(422, 'same_password', 'Please take another one.');
    await openAccount(backend);
    await userEvent.type(field('New Password'), 'another1');
    await press('Change Password');
    expect((await screen.findByRole('alert')).textContent).toBe('Please take another one.');
    expect(field('New Password').value).toBe('another1');
  });
});

describe('Logging out everywhere', () => {
  test('asks first, and leads home', async () => {
    await openAccount(backend);
    await press('Sign Out Everywhere');
    expect(backend.sent(calls.logOut)).toEqual([]);
    await press('Sign out everywhere');
    expect((await screen.findByTestId('address')).textContent).toBe('/');
    await expectToast('Signed Out', 'You are signed out on every device.');
    expect(backend.sent(calls.logOut)[0]?.query.get('scope')).toBe('global');
  });

  test('shows an error when it fails', async () => {
    await openAccount(backend);
    backend.answers[calls.logOut] = authRefusal(
      429,
      'over_request_rate_limit',
      'Too many requests',
    );
    await press('Sign Out Everywhere');
    await press('Sign out everywhere');
    expect((await screen.findByRole('alert')).textContent).toBe('Too many requests');
    expect(screen.getAllByText('Too many requests'), 'and not in a toast as well').toHaveLength(1);
  });
});

describe('My data', () => {
  test('downloads as one JSON file', async () => {
    const files: Blob[] = [];
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
        static override revokeObjectURL = () => undefined;
      },
    );
    let name = '';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      name = this.download;
    });
    backend.answers[calls.myData] = { body: { account: { email: person.email }, bookings: [] } };
    await openAccount(backend);
    await press('Download My Data');
    await expectToast('Downloaded', 'Your data is in your downloads.');
    expect(name).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/);
    expect(JSON.parse(await textOf(files[0]))).toEqual({
      account: { email: person.email },
      bookings: [],
    });
  });

  test('shows an error when it cannot be loaded', async () => {
    backend.answers[calls.myData] = () => Promise.reject(new TypeError('Failed to fetch'));
    await openAccount(backend);
    await press('Download My Data');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'We could not reach the server. Please check your connection and try again.',
    );
  });
});

test('an account that could not be loaded can be reloaded', async () => {
  backend.answers[calls.getUser] = authRefusal(500, 'unexpected_failure', 'No luck');
  setSession({ status: 'guest' });
  renderScreen(<AccountScreen />, { path: '/account' });
  expect(screen.getByText('Loading your account')).toBeTruthy();
  expect(await screen.findByText('Could not load your account.')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('Could not load your account.')).toBeTruthy();
});
