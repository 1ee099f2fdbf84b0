// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { forgetServerTime, hearServerTime } from '@/testing/server-time.ts';
import { signIn } from '@/testing/sign-in.ts';
import { storedReport } from '../testing/report.ts';
import { toasts } from '@/lib/toast.ts';
import MoneyScreen from './money-screen.tsx';

const saved: { name: string; text: string }[] = [];
vi.mock('@/lib/save-file.ts', () => ({
  saveFile: (name: string, _type: string, text: string) => saved.push({ name, text }),
}));
vi.mock('@/lib/live.ts', () => ({ useLive: () => undefined }));

const report = 'POST /rest/v1/rpc/money_report';
const crewCash = 'POST /rest/v1/rpc/crew_cash';
const payments = 'POST /rest/v1/rpc/export_payments';

beforeEach(() => {
  saved.length = 0;
  signIn({ isAdmin: true });
});
afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const show = (address = 'from=2026-11-01&until=2026-11-04') =>
  renderScreen(<MoneyScreen />, { path: `/admin/money?${address}` });

const start = () =>
  startFakeBackend({ [report]: { body: storedReport() }, [crewCash]: { body: [] } });

test('requests the days of the URL at once, and shows their totals', async () => {
  const backend = start();
  show();
  expect(await screen.findByText('$148.99')).toBeTruthy();
  expect(screen.getAllByText('−$20.00').length).toBeGreaterThan(0);
  expect(screen.getByText('$199.98')).toBeTruthy();
  expect(
    screen.getByRole('heading', {
      name: 'Sunday, November 1, 2026 to Wednesday, November 4, 2026',
    }),
  ).toBeTruthy();
  expect(new Set(backend.sent(report).map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set([JSON.stringify({ from_day: '2026-11-01', until_day: '2026-11-04' })]),
  );
});

test('past visits that are not paid have a heading of their own, apart from the upcoming ones', async () => {
  start();
  show();
  const heading = await screen.findByRole('heading', {
    level: 3,
    name: 'Past visits of these days',
  });
  expect(heading.nextElementSibling?.textContent).toBe('Not paid yet$45.001 visit');
  const all = screen.getByRole('link', { name: 'All unpaid past visits' });
  expect(all.getAttribute('href')).toMatch(
    /^\/admin\/bookings\?view=list&status=due&until=\d{4}-\d\d-\d\d$/,
  );
  expect(screen.queryByText(/^Refunds take back/)).toBeNull();
});

test('negative tips have their reason beside them', async () => {
  const { days, ...rest } = storedReport();
  const refunded = days.map((one) => ({ ...one, tip_cents: -174 }));
  startFakeBackend({ [report]: { body: { ...rest, days: refunded } } });
  show();
  expect(
    await screen.findByText('Refunds and changes of visits also reduce tax and tips.'),
  ).toBeTruthy();
});

test('describes the chart in words, with a table that adds up', async () => {
  start();
  show();
  const chart = await screen.findByRole('img', { name: /^Bar chart/ });
  expect(chart.getAttribute('aria-label')).toContain('The highest revenue was in Nov 2: $119.99.');
  const [table] = screen.getAllByRole('table', { hidden: true });
  const rows = within(table as HTMLElement).getAllByRole('row', { hidden: true });
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DayReceivedRefundsRevenueTaxTips',
    'Nov 1$0.00$0.00$0.00$0.00$0.00',
    'Nov 2$119.99$0.00$119.99$3.00$5.00',
    'Nov 3$65.00−$20.00$45.00$3.00$5.00',
    'Nov 4$0.00$0.00$0.00$0.00$0.00',
    'Total$184.99−$20.00$164.99$6.00$10.00',
  ]);
});

test('groups the days as chosen', async () => {
  start();
  show();
  await userEvent.click(await screen.findByRole('radio', { name: 'By month' }));
  const [table] = screen.getAllByRole('table', { hidden: true });
  expect(within(table as HTMLElement).getByText('Nov 2026')).toBeTruthy();
});

test('offers ranges by name, and validates typed ones', async () => {
  const backend = start();
  show();
  await screen.findByText('$148.99');
  await userEvent.selectOptions(screen.getByLabelText('Days'), 'Last year');
  await waitFor(() =>
    expect(backend.sent(report).at(-1)?.body).toMatchObject({
      from_day: expect.stringMatching(/-01-01$/) as string,
    }),
  );
  await userEvent.clear(screen.getByLabelText('Until'));
  await press('Show');
  expect(screen.getByText('Please enter both days.')).toBeTruthy();
});

test('explains every figure', async () => {
  start();
  show();
  const meaning = await screen.findByRole('region', { name: 'What the figures mean' });
  expect(within(meaning).getAllByRole('term')).toHaveLength(11);
});

test('shows an error when they cannot be loaded, and can retry', async () => {
  const backend = startFakeBackend({
    [report]: { status: 500, body: { message: 'down' } },
    [crewCash]: { body: [] },
  });
  show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  backend.answers[report] = { body: storedReport() };
  await userEvent.click(retry);
  expect(await screen.findByText('$148.99')).toBeTruthy();
});

test('says that a range has no money', async () => {
  startFakeBackend({ [report]: { body: storedReport({ days: [], services: [], methods: [] }) } });
  show();
  expect(await screen.findByText(/^No payments or refunds/)).toBeTruthy();
});

const move = (id: string) => ({
  id,
  at: '2026-11-02T15:00:00Z',
  kind: 'payment',
  booking_id: '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11',
  payment_id: id,
  service_name: 'Basic Wash',
  customer_name: 'Ada',
  method: 'cash',
  status: 'succeeded',
  amount_cents: 6500,
  tax_cents: 0,
  tip_cents: 0,
  stripe_id: null,
});

test("loads the accountant's file page by page and saves one file", async () => {
  const backend = startFakeBackend({
    [report]: { body: storedReport() },
    [payments]: ({ body }) => ({
      body: (body as { after?: unknown }).after
        ? { rows: [move('b')], next: null, total: null }
        : { rows: [move('a')], next: { id: 'a' }, total: 2 },
    }),
  });
  show();
  await press('Payments and refunds (CSV)');
  expect(await screen.findByText('Saved, 2 lines.')).toBeTruthy();
  expect(backend.sent(payments)).toHaveLength(2);
  expect(saved).toMatchObject([{ name: 'payments-2026-11-01-to-2026-11-04.csv' }]);
  expect(saved[0]?.text.split('\r\n')).toHaveLength(3);
});

test('can stop an export, which then saves nothing', async () => {
  startFakeBackend({
    [report]: { body: storedReport() },
    [payments]: () => new Promise(() => undefined),
  });
  show();
  await press('Payments and refunds (CSV)');
  await press('Cancel');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(saved).toEqual([]);
});

test('says that a failed export saved nothing', async () => {
  startFakeBackend({
    [report]: { body: storedReport() },
    [payments]: { status: 500, body: { message: 'down' } },
  });
  const error = vi.spyOn(console, 'error').mockReturnValue();
  show();
  await press('Payments and refunds (CSV)');
  expect(await screen.findByText(/nothing was saved/)).toBeTruthy();
  expect(saved).toEqual([]);
  error.mockRestore();
});

test('uses the business\'s current month for "this month", not this device\'s', async () => {
  const backend = start();
  hearServerTime('2027-01-01T04:30:00Z');
  show('range=this-month');
  await screen.findByText('$148.99');
  expect(backend.sent(report).at(-1)?.body).toEqual({
    from_day: '2026-12-01',
    until_day: '2026-12-31',
  });
  cleanup();
  forgetServerTime();
});

test('lists the cash with the crews, and marks it as received with an undo', async () => {
  const backend = start();
  const payment = { booking_id: 'b1', customer_name: 'Ada Chan', booking_date: '2026-11-27' };
  const held = {
    email: 'joe@example.com',
    crew: 'Crew 1',
    cents: 12000,
    payments: [{ id: 'p1', ...payment, cents: 12000 }],
  };
  backend.answers[crewCash] = { body: [held] };
  const receive = 'POST /rest/v1/rpc/receive_crew_cash';
  backend.answers[receive] = () => {
    backend.answers[crewCash] = { body: [] };
    return { body: null };
  };
  show();
  expect(await screen.findByText('joe@example.com, Crew 1: $120.00')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Ada Chan/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Received/ }));
  await waitFor(() => expect(screen.queryByText('Cash with the crews')).toBeNull());
  toasts.current()?.action?.onSelect();
  await waitFor(() =>
    expect(backend.sent(receive).map(({ body }) => body)).toEqual([
      { payment_ids: ['p1'], received: true },
      { payment_ids: ['p1'], received: false },
    ]),
  );
});
