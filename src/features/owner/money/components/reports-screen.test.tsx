// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { parse } from 'papaparse';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VisitReport } from '@contracts/money.ts';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import ReportsScreen from './reports-screen.tsx';

const saved: { name: string; text: string }[] = [];
vi.mock('@/lib/save-file.ts', () => ({
  saveFile: (name: string, _type: string, text: string) => saved.push({ name, text }),
}));
vi.mock('@/lib/live.ts', () => ({ useLive: () => undefined }));

const asked = 'POST /rest/v1/rpc/visit_report';

const nothing: VisitReport = {
  visits: 0,
  sales_cents: 0,
  no_shows: 0,
  new_customers: 0,
  returning_customers: 0,
  booked_minutes: 0,
  open_minutes: 0,
  services: [],
  add_ons: [],
  areas: [],
};
const november: VisitReport = {
  visits: 3,
  sales_cents: 30_000,
  no_shows: 1,
  new_customers: 2,
  returning_customers: 1,
  booked_minutes: 720,
  open_minutes: 2160,
  services: [
    { name: 'Premium Detailing', visits: 2, sales_cents: 23_500 },
    { name: 'Basic Wash', visits: 1, sales_cents: 6_500 },
  ],
  add_ons: [{ name: 'Wax', visits: 1, sales_cents: 1_500 }],
  areas: [
    { name: 'L7C', visits: 2, sales_cents: 20_000 },
    { name: '', visits: 1, sales_cents: 10_000 },
  ],
};
const october: VisitReport = {
  ...nothing,
  visits: 4,
  sales_cents: 24_000,
  returning_customers: 3,
  booked_minutes: 540,
  open_minutes: 2160,
  services: [{ name: 'Luxury Package', visits: 4, sales_cents: 24_000 }],
};

beforeEach(() => {
  saved.length = 0;
  signIn({ isAdmin: true });
});
afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const show = () =>
  renderScreen(<ReportsScreen />, { path: '/admin/reports?from=2026-11-01&until=2026-11-04' });

const start = (now = november, before = october) =>
  startFakeBackend({
    [asked]: ({ body }) => ({
      body: (body as { from_day: string }).from_day === '2026-11-01' ? now : before,
    }),
  });

const figures = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [term.textContent, [...(term.nextElementSibling?.children ?? [])]] as const)
      .filter(([, lines]) => lines.length > 0)
      .map(([label, lines]) => [label, lines.map(({ textContent }) => textContent)]),
  );
const rowsOf = (name: string) =>
  within(screen.getByRole('region', { name: `${name}, as a table` }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('compares the chosen days with as many days before', async () => {
  const backend = start();
  show();
  await screen.findByText(
    'Compared with Wednesday, October 28, 2026 to Saturday, October 31, 2026',
  );
  expect(figures()).toEqual({
    Visits: ['3', '−1 (−25%)'],
    Sales: ['$300.00', '+$60.00 (+25%)'],
    'Average ticket': ['$100.00', '+$40.00 (+67%)'],
    'New customers': ['2', '+2 (nothing before)'],
    'Returning customers': ['1', '−2 (−67%)'],
    'No-shows': ['1', '+1 (nothing before)', '25% of booked visits'],
    'Open hours used': ['33%', '+8 points', '12 h booked of 36 h open'],
  });
  const ranges = backend.sent(asked).map(({ body }) => JSON.stringify(body));
  expect(new Set(ranges)).toEqual(
    new Set([
      JSON.stringify({ from_day: '2026-11-01', until_day: '2026-11-04' }),
      JSON.stringify({ from_day: '2026-10-28', until_day: '2026-10-31' }),
    ]),
  );
});

test('lists services, add-ons and areas, also those that were only sold before', async () => {
  start();
  show();
  await screen.findByRole('heading', { name: 'By service' });
  expect(rowsOf('By service')).toEqual([
    ['Service', 'Visits', 'Sales', 'Share', 'Before'],
    ['Premium Detailing', '2', '$235.00+$235.00 (nothing before)', '78%', '$0.00'],
    ['Basic Wash', '1', '$65.00+$65.00 (nothing before)', '22%', '$0.00'],
    ['Luxury Package', '0', '$0.00−$240.00 (−100%)', '0%', '$240.00'],
  ]);
  expect(rowsOf('By add-on')[1]?.slice(0, 3)).toEqual([
    'Wax',
    '1',
    '$15.00+$15.00 (nothing before)',
  ]);
  expect(rowsOf('By area').map(([name]) => name)).toEqual(['Area', 'L7C', 'Erased customers']);
});

test('says what is missing on days without visits, and divides by nothing', async () => {
  start(nothing, nothing);
  show();
  expect(await screen.findAllByText(/^No visits on these days/)).toHaveLength(2);
  expect(screen.getByText(/^No add-ons were sold/)).toBeTruthy();
  expect(figures()).toMatchObject({
    Visits: ['0', 'No change'],
    'Average ticket': ['None', 'Nothing to compare with'],
    'No-shows': ['0', 'No change', 'None of booked visits'],
    'Open hours used': ['None', 'Nothing to compare with', '0 h booked of 0 h open'],
  });
});

test.each([
  [
    'the figures',
    'figures',
    {
      Figure: 'Visits',
      Unit: 'Number',
      'These days': '3',
      'Days before': '4',
      Change: '-1.00',
      'Change (percent)': '-25.00',
    },
  ],
  [
    'by service',
    'services',
    {
      Service: 'Premium Detailing',
      Visits: '2',
      'Sales (CAD)': '235.00',
      'Share (percent)': '78.33',
      'Visits before': '0',
      'Sales before (CAD)': '0.00',
      'Change (CAD)': '235.00',
      'Change (percent)': '',
    },
  ],
  ['by add-on', 'add-ons', { 'Add-on': 'Wax', 'Sales (CAD)': '15.00' }],
  ['by area', 'areas', { Area: 'L7C', 'Sales (CAD)': '200.00' }],
])('saves %s for a spreadsheet', async (label, file, first) => {
  start();
  show();
  await userEvent.click(await screen.findByRole('button', { name: `Save ${label} as CSV` }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  const [file_] = saved;
  expect(file_?.name).toBe(`${file}-2026-11-01-to-2026-11-04.csv`);
  const { data } = parse(file_?.text.slice(1) ?? '', { header: true });
  expect(data[0]).toMatchObject(first);
});

test('shows an error when they cannot be loaded, and can retry', async () => {
  const backend = startFakeBackend({ [asked]: { status: 500, body: { message: 'down' } } });
  show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  backend.answers[asked] = { body: november };
  await userEvent.click(retry);
  expect(await screen.findByText('$300.00')).toBeTruthy();
});

test('explains every figure', async () => {
  start();
  show();
  const meaning = await screen.findByRole('region', { name: 'What the figures mean' });
  expect(within(meaning).getAllByRole('term')).toHaveLength(7);
});
