// @vitest-environment jsdom
import { useState } from 'react';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FoundEverything } from '@contracts/search.ts';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { SearchDialog } from './search-dialog.tsx';

const search = 'POST /rest/v1/rpc/search_everything';
const nothing: FoundEverything = { customers: [], bookings: [], inquiries: [], payments: [] };
const everything: FoundEverything = {
  customers: [{ email: 'mia@example.com', name: 'Mia Young', phone: '+14165550134' }],
  bookings: [
    {
      id: 'b1',
      customer_name: 'Mia Young',
      booking_date: '2026-12-01',
      booking_time: '09:00',
      service_name: 'Basic Wash',
      status: 'cancelled',
    },
  ],
  inquiries: [
    { id: 'i1', name: 'Mia Young', subject: 'A scratch', created_at: '2026-11-30T15:00:00Z' },
  ],
  payments: [
    {
      id: 'p1',
      booking_id: 'b1',
      customer_name: 'Mia Young',
      amount_cents: 2000,
      method: 'cash',
      settled_at: '2026-11-30T15:00:00Z',
    },
  ],
};
const places = [
  { to: '/admin/money', label: 'Money' },
  { to: '/admin/time', label: 'Time' },
];
const settings = [
  { to: '/admin/time#week', label: 'Opening hours', words: 'open closed week' },
  { to: '/admin/money', label: 'Export', words: 'accountant csv' },
];

let backend: ReturnType<typeof startFakeBackend>;
beforeEach(() => {
  signIn({ isAdmin: true });
  Element.prototype.scrollIntoView = vi.fn();
  backend = startFakeBackend({ [search]: { body: everything } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

function Opened() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <h1>Today</h1>
      <SearchDialog
        places={places}
        settings={settings}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

const open = () => renderScreen(<Opened />, { path: '/admin' });
const box = () => screen.getByRole('combobox', { name: /^Search customers/ });
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

test('the results are grouped, and each leads to its screen', async () => {
  open();
  expect(document.activeElement).toBe(box());
  await userEvent.type(box(), 'mia');
  const bookings = await screen.findByRole('group', { name: 'Bookings' });
  expect(within(bookings).getByRole('option').textContent).toBe(
    'Mia YoungTue, Dec 1 2026, 9:00 AM, Basic Wash, cancelled',
  );
  expect(screen.getAllByRole('group')).toHaveLength(4);
  await userEvent.click(within(bookings).getByRole('option'));
  expect(await screen.findByTestId('address')).toHaveProperty('textContent', '/admin/bookings/b1');
});

test('the arrow keys choose a result without leaving the box, and Enter opens it', async () => {
  open();
  await userEvent.type(box(), 'mia');
  await screen.findByRole('group', { name: 'Inquiries' });
  expect(chosen()).toContain('mia@example.com');
  await userEvent.keyboard('{ArrowUp}');
  expect(chosen()).toContain('$20.00, cash');
  await userEvent.keyboard('{ArrowUp}');
  expect(chosen()).toContain('A scratch');
  expect(document.activeElement).toBe(box());
  await userEvent.keyboard('{Enter}');
  expect((await screen.findByTestId('address')).textContent).toBe('/admin/inquiries/i1');
});

test('an area is found by its name, without a request', async () => {
  open();
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['Money', 'Time']);
  await userEvent.type(box(), 'm');
  expect(screen.getByRole('option').textContent).toBe('Money');
  expect(screen.getByRole('status').textContent).toContain('at least two');
  expect(backend.sent(search)).toEqual([]);
});

test('a setting is found by its name or another word for it, below the records', async () => {
  open();
  await userEvent.type(box(), 'hours');
  await screen.findByRole('group', { name: 'Settings' });
  await screen.findByRole('group', { name: 'Bookings' });
  expect(screen.getAllByRole('group').at(-1)).toBe(screen.getByRole('group', { name: 'Settings' }));
  await userEvent.clear(box());
  await userEvent.type(box(), 'csv accountant');
  const found = await screen.findByRole('group', { name: 'Settings' });
  expect(within(found).getByRole('option').textContent).toBe('ExportMoney');
  await userEvent.clear(box());
  await userEvent.type(box(), 'opening');
  await userEvent.click(await screen.findByRole('option', { name: /^Opening hours/ }));
  expect(screen.getByTestId('address').textContent).toBe('/admin/time');
});

test('a search without results says so, and a failed one can be repeated', async () => {
  backend.answers[search] = { body: nothing };
  open();
  await userEvent.type(box(), 'zzz');
  expect(await screen.findByText(/^No results for “zzz”/)).toBeTruthy();
  backend.answers[search] = { status: 400, body: { message: 'no' } };
  await userEvent.type(box(), 'y');
  const again = await screen.findByRole('button', { name: 'Try again' });
  backend.answers[search] = { body: everything };
  await userEvent.click(again);
  expect(await screen.findByRole('group', { name: 'Customers' })).toBeTruthy();
});

test('Escape and Back close the search, and the screen stays', async () => {
  open();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  open();
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Today' })).toBeTruthy();
});
