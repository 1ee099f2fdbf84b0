// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { forgetServerTime, hearServerTime } from '@/testing/server-time.ts';
import { signIn } from '@/testing/sign-in.ts';
import { booking, calls, customer } from '../testing/customers.ts';
import CustomerScreen from './customer-screen.tsx';

let backend: ReturnType<typeof startFakeBackend>;
beforeEach(() => {
  signIn({ isAdmin: true });
  backend = startFakeBackend({
    [calls.page]: { body: customer() },
    [calls.bookings]: { body: { bookings: [booking()], next: null } },
    [calls.note]: { body: { text: 'Gate code 1234', version: 1 } },
    [calls.erase]: { body: null },
    [calls.data]: { body: { email: 'mia@example.com' } },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

function open() {
  const path = '/admin/customers/Mia%40Example.com';
  window.history.replaceState(null, '', path);
  renderScreen(<CustomerScreen />, { path, pattern: '/admin/customers/:email' });
}
const refuse = (status: number, message: string) => ({
  status,
  body: { code: `PT${status}`, message, details: null, hint: null },
});

test("shows the customer's contact details, cars and figures", async () => {
  const next = { id: 'next-id', booking_date: '2026-12-08', booking_time: '09:00:00' };
  backend.answers[calls.page] = { body: customer({ next_visit: next, in_the_way: next }) };
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Mia Young' })).toBeTruthy();
  expect(backend.sent(calls.page)[0]?.body).toEqual({ target_email: 'mia@example.com' });
  expect(screen.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+19055550101');
  expect(screen.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe(
    'mailto:mia@example.com',
  );
  const glance = screen.getByRole('region', { name: 'Summary' });
  for (const part of [
    '$259.99',
    '2021 Mazda CX-5, 2015 Fiat 500',
    'Tuesday, December 8, 2026 at 9:00 AM',
  ]) {
    expect(glance.textContent).toContain(part);
  }
});

test('says what the customer owes, and for which bookings', async () => {
  backend.answers[calls.page] = { body: customer({ owed_cents: 7999 }) };
  backend.answers[calls.bookings] = {
    body: { bookings: [booking({ due_cents: 7999 })], next: null },
  };
  open();
  expect(await screen.findByText('Owes $79.99 for past visits.')).toBeTruthy();
  const list = await screen.findByRole('list', { name: 'Bookings' });
  expect(within(list).getByRole('link').textContent).toContain('Done, $79.99 due');
});

test('lists the bookings with their outcome and a link', async () => {
  backend.answers[calls.bookings] = {
    body: {
      bookings: [
        booking(),
        booking({ id: 'two', done_at: null, no_show_at: '2026-10-02T17:00:00Z' }),
      ],
      next: null,
    },
  };
  open();
  const list = await screen.findByRole('list', { name: 'Bookings' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => /Done|No-show/.exec(link.textContent)?.[0])).toEqual([
    'Done',
    'No-show',
  ]);
  expect(links[1]?.getAttribute('href')).toBe('/admin/bookings/two');
});

describe('the private note', () => {
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Private note');
  const become = (note: string, version: number) => {
    backend.answers[calls.page] = { body: customer({ note, note_version: version }) };
  };
  const keeps = (text: string, version: number) => {
    become(text, version);
    return { body: { text, version } };
  };
  /** The screen is looked at again, and asks again. */
  const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));
  const write = async (text: string) => {
    const note = await field();
    await userEvent.clear(note);
    await userEvent.type(note, text);
  };

  test('keeps its text when it cannot be saved', async () => {
    open();
    backend.answers[calls.note] = { status: 500, body: { message: 'The server is away.' } };
    await write('Two dogs');
    await press('Save note');
    expect(await screen.findByText(/What you typed is still here/)).toBeTruthy();
    expect((await field()).value).toBe('Two dogs');
    backend.answers[calls.note] = () => keeps('Two dogs', 2);
    await press('Save note');
    await expectToast('Saved', 'The note is saved.');
    expect(backend.sent(calls.note).at(-1)?.body).toEqual({
      target_email: 'mia@example.com',
      new_note: 'Two dogs',
      version: 1,
    });
  });

  test('shows the text saved in another session when nothing was typed', async () => {
    open();
    expect((await field()).value).toBe('Gate code 1234');
    become('Gate code 5678', 2);
    comeBack();
    await waitFor(async () => expect((await field()).value).toBe('Gate code 5678'));
    backend.answers[calls.note] = () => keeps('No gate', 3);
    await write('No gate');
    await press('Save note');
    await expectToast('Saved', 'The note is saved.');
    expect(backend.sent(calls.note)[0]?.body).toMatchObject({ new_note: 'No gate', version: 2 });
  });

  test('keeps the typed text while another version arrives', async () => {
    open();
    await write('Two dogs');
    become('Gate code 5678', 2);
    comeBack();
    await waitFor(() => expect(backend.sent(calls.page).length).toBeGreaterThan(1));
    expect((await field()).value).toBe('Two dogs');
  });

  test('does not overwrite a note that another session edited', async () => {
    open();
    await write('Two dogs');
    become('Gate code 5678', 2);
    backend.answers[calls.note] = ({ body }) =>
      (body as { version: number }).version === 2
        ? keeps('Two dogs', 3)
        : refuse(409, 'note_changed');
    await press('Save note');
    expect(await screen.findByText('Current note: Gate code 5678')).toBeTruthy();
    expect((await field()).value).toBe('Two dogs');
    await press('Keep mine');
    expect(screen.queryByText('Current note: Gate code 5678')).toBeNull();
    await press('Save note');
    await expectToast('Saved', 'The note is saved.');
    expect(backend.sent(calls.note).map(({ body }) => body)).toMatchObject([
      { version: 1 },
      { version: 2, new_note: 'Two dogs' },
    ]);
  });

  test('is neither sent nor cut when it is too long', async () => {
    open();
    const note = await field();
    await userEvent.click(note);
    await userEvent.paste('x'.repeat(4001));
    expect(await screen.findByText(/up to 4,000 characters/)).toBeTruthy();
    await press('Save note');
    expect(backend.sent(calls.note)).toEqual([]);
    expect(note.value).toContain('x'.repeat(4001));
  });

  test('asks before a link leaves it unsaved', async () => {
    open();
    const others = await screen.findByRole('link', { name: 'All customers' });
    await write('Two dogs');
    await userEvent.click(others);
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
    await press('Keep editing');
    expect((await field()).value).toBe('Two dogs');
    await userEvent.click(others);
    await press('Leave without saving');
    expect((await screen.findByTestId('address')).textContent).toBe('/admin/customers');
  });
});

test('all data downloads as a file', async () => {
  const create = vi.fn((blob: Blob) => `blob:${blob.type}`);
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: create, revokeObjectURL: vi.fn() }));
  open();
  await screen.findByRole('heading', { level: 1, name: 'Mia Young' });
  await press('Download customer data');
  await expectToast('Downloaded', 'The file is in your downloads.');
  expect(create.mock.calls[0]?.[0].type).toContain('application/json');
});

describe('erasing', () => {
  test('asks with what is erased and what stays, and returns to the customers', async () => {
    open();
    await screen.findByRole('heading', { level: 1, name: 'Mia Young' });
    await press('Erase customer data');
    const question = screen.getByRole('alertdialog', { name: 'Erase Mia Young?' });
    for (const part of [
      '4 bookings and the payments stay in your books',
      '1 review stays under “A customer”',
      '2 inquiries and the emails are deleted',
      'The account is deleted',
    ]) {
      expect(question.textContent).toContain(part);
    }
    expect(backend.sent(calls.erase)).toEqual([]);
    await press('Erase data');
    expect((await screen.findByTestId('address')).textContent).toBe('/admin/customers');
    expect(backend.sent(calls.erase)[0]?.body).toEqual({
      target_email: 'mia@example.com',
      other_accounts: [],
    });
    await expectToast('Customer Data Erased', 'Your books stay, without the customer’s details.');
  });

  test('is not offered while a booking is ahead, which is named', async () => {
    const ahead = { id: 'ahead', booking_date: '2026-12-08', booking_time: '09:00:00' };
    backend.answers[calls.page] = { body: customer({ in_the_way: ahead }) };
    open();
    const link = await screen.findByRole('link', { name: 'Tuesday, December 8, 2026 at 9:00 AM' });
    expect(link.getAttribute('href')).toBe('/admin/bookings/ahead');
    expect(screen.queryByRole('button', { name: 'Erase customer data' })).toBeNull();
  });

  test('shows a refusal in the question', async () => {
    backend.answers[calls.erase] = refuse(409, 'upcoming_bookings');
    open();
    await screen.findByRole('heading', { level: 1, name: 'Mia Young' });
    await press('Erase customer data');
    await press('Erase data');
    const question = await screen.findByRole('alertdialog');
    expect(await within(question).findByText(/There is an upcoming booking/)).toBeTruthy();
  });

  describe("a customer who booked with another address's account", () => {
    const other = {
      id: 'account-id',
      email: 'mia@now.example',
      addresses: ['mia@now.example', 'mum@example.com'],
      in_the_way: null,
      kept: { bookings: 2, reviews: 0, inquiries: 1, waiting: 0, mails: 3 },
    };
    const choice = 'Also erase the account mia@now.example and its data';
    const openQuestion = async (account = other) => {
      backend.answers[calls.page] = {
        body: customer({ has_account: false, other_accounts: [account] }),
      };
      open();
      await screen.findByRole('heading', { level: 1, name: 'Mia Young' });
      await press('Erase customer data');
      return within(screen.getByRole('alertdialog'));
    };
    const sentAccounts = (call: string) =>
      backend.sent(call).map(({ body }) => (body as { other_accounts: string[] }).other_accounts);

    test("lists the account's data and erases it, too", async () => {
      const question = await openQuestion();
      expect(question.getByRole<HTMLInputElement>('checkbox', { name: choice }).checked).toBe(true);
      expect(
        question.getByText(
          /2 more bookings \(made with mia@now\.example and mum@example\.com\), 1 inquiry/,
        ),
      ).toBeTruthy();
      await press('Erase data');
      await expectToast('Customer Data Erased', 'Your books stay, without the customer’s details.');
      expect(sentAccounts(calls.erase)).toEqual([['account-id']]);
    });

    test('leaves out an account of another person, and says so', async () => {
      const question = await openQuestion();
      await userEvent.click(question.getByRole('checkbox', { name: choice }));
      await press('Erase data');
      await expectToast(
        'Customer Data Erased',
        'Your books stay, without the customer’s details. The data of mia@now.example stays, too.',
      );
      expect(sentAccounts(calls.erase)).toEqual([[]]);
    });

    test('names the upcoming booking of the account', async () => {
      const ahead = { id: 'ahead', booking_date: '2026-12-08', booking_time: '09:00:00' };
      const question = await openQuestion({ ...other, in_the_way: ahead } as never);
      const link = question.getByRole('link', { name: 'Tuesday, December 8, 2026 at 9:00 AM' });
      expect(link.getAttribute('href')).toBe('/admin/bookings/ahead');
    });

    test("downloads the account's data, too", async () => {
      vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x' }));
      backend.answers[calls.page] = { body: customer({ other_accounts: [other] }) };
      open();
      await screen.findByRole('heading', { level: 1, name: 'Mia Young' });
      await press('Download customer data');
      await expectToast('Downloaded', 'The file is in your downloads.');
      await userEvent.click(
        screen.getByRole('checkbox', {
          name: 'Include the account mia@now.example in the copy',
        }),
      );
      await press('Download customer data');
      await waitFor(() => expect(sentAccounts(calls.data)).toEqual([['account-id'], []]));
    });
  });

  test("names the other addresses of the account's bookings", async () => {
    backend.answers[calls.page] = { body: customer({ other_addresses: ['mum@example.com'] }) };
    open();
    await screen.findByRole('heading', { level: 1, name: 'Mia Young' });
    await press('Erase customer data');
    expect(screen.getByText(/made with the account under mum@example\.com/)).toBeTruthy();
  });

  test('is not offered for an administrator', async () => {
    backend.answers[calls.page] = { body: customer({ is_administrator: true }) };
    open();
    expect(await screen.findByText('The address belongs to an administrator.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Erase customer data' })).toBeNull();
  });
});

test('a person who only sent an inquiry has no note, and an unknown address is not found', async () => {
  backend.answers[calls.page] = {
    body: customer({ is_customer: false, name: null, phone: null, first_booked_at: null }),
  };
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'mia@example.com' })).toBeTruthy();
  expect(screen.queryByLabelText('Private note')).toBeNull();
  cleanup();
  backend.answers[calls.page] = { body: null };
  open();
  expect(await screen.findByRole('heading', { name: 'Customer not found' })).toBeTruthy();
});

test('upcoming visits follow the clock of the business, not of this device', async () => {
  const standing = booking({ booking_date: '2026-12-08', done_at: null, status: 'confirmed' });
  backend.answers[calls.bookings] = { body: { bookings: [standing], next: null } };
  hearServerTime('2026-12-07T15:00:00Z');
  open();
  const list = await screen.findByRole('list', { name: 'Bookings' });
  expect(list.textContent).toContain('Upcoming');
  act(() => hearServerTime('2026-12-08T15:00:00Z'));
  expect(list.textContent).toContain('Today');
  act(() => hearServerTime('2026-12-09T15:00:00Z'));
  expect(list.textContent).toContain('Not marked done');
  act(forgetServerTime);
});
