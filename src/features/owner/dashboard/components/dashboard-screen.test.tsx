// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { refusal, startFakeBackend } from '@/testing/fake-backend.ts';
import { toasts } from '@/lib/toast.ts';
import { setArrivalWindow } from '@/lib/told-times.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import type { CarOfDay, Dashboard } from '@contracts/dashboard.ts';
import DashboardScreen from './dashboard-screen.tsx';

const read = 'POST /rest/v1/rpc/owner_dashboard';
const done = 'POST /rest/v1/rpc/do_visit_operation';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const car = (change: Partial<CarOfDay>): CarOfDay => ({
  id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
  booking_time: '09:00',
  duration_minutes: 180,
  service_name: 'Premium Detailing',
  customer_name: 'Ada Byron',
  customer_phone: '+19055550101',
  car: '2022 Volvo XC60',
  vehicle_type: 'suv',
  address: '12 King St E',
  city: 'Caledon',
  province: 'ON',
  postal_code: 'L7C 1A1',
  more: {},
  due_cents: 9999,
  done_at: null,
  no_show_at: null,
  called_off: null,
  crew: 1,
  note: '',
  ...change,
});

const day = (change: Partial<Dashboard> = {}): Dashboard => ({
  today: '2026-12-01',
  cars: [],
  route: null,
  needs: {
    past_visits: 0,
    past_balances: { visits: 0, due_cents: 0 },
    to_decide: [],
    refunds_by_hand: { refunds: 0, cents: 0 },
    reviews: 0,
    inquiries: 0,
    payments: 0,
    rain_unanswered: 0,
    rain_declined: 0,
    offers: 0,
    mails: 0,
    texts: 0,
    texts_over_limit: 0,
    mail_delay: null,
    troubles: [],
    backup: null,
    held: null,
  },
  past_visits: [],
  outside_rules: 0,
  failed_mails: [],
  week: [{ day: '2026-12-02', cars: 2, due_cents: 19998, closed: null }],
  next: null,
  ...change,
});

function setWidth(isWide: boolean) {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isWide }));
}

beforeEach(() => setWidth(false));

function open(shown: Dashboard) {
  const backend = startFakeBackend({
    [read]: { body: shown },
    [done]: { body: { result: {}, visit: null } },
  });
  signIn({ isAdmin: true });
  renderScreen(<DashboardScreen />, { path: '/admin' });
  return backend;
}

test('a visit shows time, customer and address, with links to call, map and booking', async () => {
  open(day({ cars: [car({}), car({ id: 'b', booking_time: '12:30', customer_name: 'Robin' })] }));
  expect(await screen.findByText(/2 visits, \$199\.98 to collect\.$/)).toBeTruthy();
  const card = within(screen.getByRole('article', { name: '9:00 AM, Ada Byron' }));
  expect(card.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe('tel:+19055550101');
  const map = card.getByRole('link', { name: /^12 King St E, Caledon/ }).getAttribute('href');
  expect(new URL(map ?? '').searchParams.get('query')).toBe('12 King St E, Caledon, ON L7C 1A1');
  expect(card.getByRole('link', { name: 'Ada Byron' }).getAttribute('href')).toBe(
    '/admin/bookings/3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
  );
});

test('a visit says small what the customer was told, where there is an arrival window', async () => {
  setArrivalWindow(30);
  open(day({ cars: [car({})] }));
  const card = await screen.findByRole('article', { name: '9:00 AM, Ada Byron' });
  expect(card.textContent).toContain('Told: 9:00–9:30 AM');
  setArrivalWindow(0);
});

test('a visit cancelled because of rain says so, and is not next, ahead or due', async () => {
  const off = car({ called_off: 'asked' });
  const second = car({ id: 'b', booking_time: '12:30', customer_name: 'Robin', due_cents: 4500 });
  open(day({ cars: [off, second] }));
  expect(
    await screen.findByText(/1 visit, \$45\.00 to collect, 1 visit cancelled because of rain\.$/),
  ).toBeTruthy();
  const [first, next] = screen.getAllByRole('article');
  expect(first?.textContent).toContain('Rain day, no answer yet');
  expect(first?.textContent).not.toContain('to collect');
  expect([first, next].map((card) => card?.classList.contains('car-card-next'))).toEqual([
    false,
    true,
  ]);
  cleanup();
  open(day({ cars: [car({ called_off: 'declined' })] }));
  expect(
    await screen.findByText(/No visits left today: 1 visit cancelled because of rain\.$/),
  ).toBeTruthy();
  expect(screen.getByText('Rain day, none of the times suits')).toBeTruthy();
});

test('the ways to visits ahead say when to leave, and lead to the route', async () => {
  const over = car({ done_at: '2026-12-01T17:00:00Z' });
  const ahead = car({ id: 'b', booking_time: '14:00', customer_name: 'Robin' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T17:30:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const leg = { minutes: 25, kilometres: 18, spare_minutes: -24 };
  const legs = [
    { ...leg, from: null, to: over.id, leave_at: '08:25' },
    { ...leg, from: over.id, to: ahead.id, leave_at: '13:25' },
  ];
  const van = { crew: 1, base: null, minutes: 50, kilometres: 36, stops: [], legs };
  open(day({ cars: [over, ahead], route: { day: '2026-12-01', base: null, crews: [van] } }));
  const route = await screen.findByRole('link', { name: 'Open route' });
  expect(route.getAttribute('href')).toBe('/admin/route');
  expect(screen.getAllByText('25 min, 18 km')).toHaveLength(1);
  expect(
    screen.getByText(
      '24 min late: too little time after the visit before, counting setup and packing',
    ),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Move/ }).getAttribute('href')).toBe(
    '/admin/bookings/b?form=move',
  );
  const text =
    screen.getByRole('link', { name: /^Text about the delay/ }).getAttribute('href') ?? '';
  expect(decodeURIComponent(text)).toBe(
    'sms:+19055550101?&body=Hi Robin, this is Lustre Mobile Detailing. We are running late for your visit at 2:00 PM today. ',
  );
});

test.each([
  ['18:10:00', 'Leave by 1:25 PM · 25 min, 18 km', false],
  ['18:30:00', '25 min, 18 km', true],
  ['19:10:00', '25 min, 18 km', false],
])('at %s the way to a visit at 2 PM says: %s', async (time, words, isNow) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`2026-12-01T${time}Z`) });
  onTestFinished(() => void vi.useRealTimers());
  const ahead = car({ booking_time: '14:00' });
  const leg = { minutes: 25, kilometres: 18, spare_minutes: 45, leave_at: '13:25' };
  const legs = [{ ...leg, from: null, to: ahead.id }];
  const van = { crew: 1, base: null, minutes: 50, kilometres: 36, stops: [], legs };
  open(day({ cars: [ahead], route: { day: '2026-12-01', base: null, crews: [van] } }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(Boolean(screen.queryByText('Leave now'))).toBe(isNow);
});

test('the next way counts by how much the visit before begins late', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T14:40:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const ahead = car({ id: 'b', booking_time: '14:00', customer_name: 'Robin' });
  const leg = { minutes: 25, kilometres: 18, spare_minutes: 45, leave_at: '13:25' };
  const show = (before: ReturnType<typeof car>) => {
    cleanup();
    const legs = [{ ...leg, from: before.id, to: ahead.id }];
    const van = { crew: 1, base: null, minutes: 50, kilometres: 36, stops: [], legs };
    open(day({ cars: [before, ahead], route: { day: '2026-12-01', base: null, crews: [van] } }));
  };
  const warning = '15 min late: too little time after the visit before, counting setup and packing';
  // An hour after nine.
  show(car({ on_my_way_at: '2026-12-01T14:40:00Z', arriving_in_minutes: 20 }));
  expect(await screen.findByText(warning)).toBeTruthy();
  show(car({ work_began_at: '2026-12-01T15:00:00Z' }));
  expect(await screen.findByText(warning)).toBeTruthy();
  // Over an hour after noon.
  show(car({ done_at: '2026-12-01T18:00:00Z' }));
  expect(await screen.findByText(warning)).toBeTruthy();
  show(car({ done_at: '2026-12-01T14:40:00Z' }));
  expect(await screen.findByText('Leave by 1:25 PM · 25 min, 18 km')).toBeTruthy();
  expect(screen.queryByText(warning)).toBeNull();
  show(car({}));
  expect(await screen.findByText('Leave by 1:25 PM · 25 min, 18 km')).toBeTruthy();
  expect(screen.queryByText(warning)).toBeNull();
});

test('a visit that had to begin says so until a step tells where the crew is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T14:43:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const onTheWay = { id: 'b', on_my_way_at: '2026-12-01T14:40:00Z' };
  const soon = { id: 'c', booking_time: '09:40' };
  open(day({ cars: [car({}), car(onTheWay), car(soon), car({ id: 'd', no_show_at: 'x' })] }));
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => /43 minutes late, not started/.test(card.textContent))).toEqual([
    ...[true, false, false, false],
  ]);
  expect(screen.getAllByText(/not started/)).toHaveLength(1);
});

test('a visit of today that is over says when nobody marked it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T23:30:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const done = car({ id: 'b', done_at: '2026-12-01T17:00:00Z' });
  open(day({ cars: [car({}), done, car({ id: 'c', booking_time: '18:00' })] }));
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => card.textContent.includes('Not marked done'))).toEqual([
    true,
    false,
    false,
  ]);
});

test('a visit is marked as done with one click, and the day is reloaded', async () => {
  const user = userEvent.setup();
  const backend = open(day({ cars: [car({})] }));
  const button = await screen.findByRole('button', { name: /^Mark done/ });
  backend.answers[read] = { body: day({ cars: [car({ done_at: '2026-12-01T17:00:00Z' })] }) };
  await user.click(button);
  expect(await screen.findByRole('button', { name: /^Undo “Done”/ })).toBeTruthy();
  expect(backend.sent(done)[0]?.body).toMatchObject({
    kind: 'done',
    target_booking_id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
    based_on: { booking_date: '2026-12-01', booking_time: '09:00', mark: null },
  });
  expect(screen.getByText(/all done/)).toBeTruthy();
});

test('a no-show is undone by its name, and its card looks unlike one that is done', async () => {
  open(day({ cars: [car({ no_show_at: '2026-12-01T17:00:00Z' })] }));
  const undo = await screen.findByRole('button', { name: /^Undo “No-show”/ });
  expect(undo.closest('article')?.classList.contains('car-card-missed')).toBe(true);
});

test('the step of a visit is taken with one click, with the arrival, and undone', async () => {
  const user = userEvent.setup();
  const way = 'POST /rest/v1/rpc/set_on_my_way';
  const undo = 'POST /rest/v1/rpc/undo_on_my_way';
  const backend = open(day({ cars: [car({ drive_minutes: 17 })] }));
  backend.answers[way] = {
    body: { is_emailed: true, to_email: 'ada@example.com', is_texted: false },
  };
  backend.answers[undo] = { body: { messages: 'stopped' } };
  const button = await screen.findByRole('button', { name: /^On my way/ });
  const left = { on_my_way_at: '2026-12-01T14:00:00Z', arriving_in_minutes: 18 };
  backend.answers[read] = { body: day({ cars: [car(left)] }) };
  await user.click(button);
  expect(backend.sent(way)[0]?.body).toEqual({ target_booking_id: car({}).id, minutes: 20 });
  await expectToast(
    'On your way',
    'We email ada@example.com in ten seconds. Undo stops it until then.',
  );
  expect(toasts.current()).toMatchObject({ duration: 10_000, action: { label: 'Undo' } });
  await screen.findByText('On the way since 9:00 AM, arriving around 9:20 AM');
  expect(screen.getByRole('button', { name: /^Start work/ })).toBeTruthy();
  act(() => toasts.current()?.action?.onSelect());
  await waitFor(() => expect(backend.sent(undo)).toHaveLength(1));
  await expectToast('Undone', 'The message was stopped.');
  await user.click(screen.getByRole('button', { name: /^Undo:/ }));
  await waitFor(() => expect(backend.sent(undo)).toHaveLength(2));
});

test('without a network "on my way" says why it does not wait', async () => {
  const backend = open(day({ cars: [car({})] }));
  backend.answers['POST /rest/v1/rpc/set_on_my_way'] = () =>
    Promise.reject(new TypeError('Failed to fetch'));
  await userEvent.click(await screen.findByRole('button', { name: /^On my way/ }));
  await waitFor(() =>
    expect(toasts.current()?.description).toContain('too late, so it is not kept'),
  );
});

test('on a phone, what is further down is one press away', async () => {
  const needs = { ...day().needs, inquiries: 1 };
  open(day({ cars: [car({}), car({ id: 'b', crew: 2 })], needs }));
  const jumps = within(await screen.findByRole('navigation', { name: 'Further down' }));
  const targets = jumps.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  expect(targets).toEqual(['#crew-2', '#needs-attention']);
  for (const target of targets) expect(document.querySelector(target)).toBeTruthy();
});

test('each item that needs attention links to its screen, and other items are hidden', async () => {
  const needs = { ...day().needs, inquiries: 1, reviews: 2, payments: 3, mails: 1 };
  const failed = { id: 'm', template_type: 'x_y', to_email: 'a@example.com', booking_id: 'b' };
  open(day({ needs, failed_mails: [failed], outside_rules: 1 }));
  const section = within(await screen.findByRole('region', { name: 'Needs attention' }));
  expect(
    section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['3payments need attention→', '/admin/payments'],
    ['1new inquiry→', '/admin/inquiries'],
    ['2reviews to approve→', '/admin/reviews'],
    ['1booking outside your hours→', '/admin/time'],
  ]);
  const mails = within(screen.getByRole('region', { name: 'One email was not delivered' }));
  expect(mails.getByRole('link').getAttribute('href')).toBe('/admin/bookings/b');
});

test('past visits without a mark come first, each linked to its booking', async () => {
  const needs = {
    ...day().needs,
    past_visits: 7,
    past_balances: { visits: 3, due_cents: 21997 },
    payments: 3,
    refunds_by_hand: { refunds: 2, cents: 4500 },
  };
  const visit = { day: '2026-11-30', customer_name: 'Ada Byron', due_cents: 9999 };
  open(
    day({
      needs,
      past_visits: [
        { id: 'v', ...visit },
        { id: 'w', ...visit, due_cents: 0 },
      ],
    }),
  );
  const section = within(await screen.findByRole('region', { name: 'Needs attention' }));
  expect(
    section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    [
      '7past visits are not marked done→',
      '/admin/bookings?view=list&status=booked&until=2026-11-30',
    ],
    ['Mon, Nov 30 Ada Byron$99.99 due', '/admin/bookings/v'],
    ['Mon, Nov 30 Ada ByronPaid', '/admin/bookings/w'],
    ['Show 5 more', '/admin/bookings?view=list&status=booked&until=2026-11-30'],
    [
      '3past visits are not paid: $219.97→',
      '/admin/bookings?view=list&status=due&until=2026-11-30',
    ],
    ['1payment needs attention→', '/admin/payments'],
    ['2refunds to make by hand: $45.00→', '/admin/payments'],
  ]);
});

test('money that waits for a decision leads to its booking, or to the payments', async () => {
  const item = { booking_id: 'b', customer_name: 'Ada Byron', cents: 6000 };
  const needs = {
    ...day().needs,
    payments: 2,
    to_decide: [
      { ...item, finding_id: 'f', reason: 'no_show_undecided' as const },
      { ...item, finding_id: 'g', reason: 'handed_over' as const },
    ],
  };
  open(day({ needs }));
  const section = within(await screen.findByRole('region', { name: 'Needs attention' }));
  expect(
    section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['1no-show of Ada Byron: decide what is kept→', '/admin/bookings/b'],
    ['1payment of $60.00 from a crew to record: Ada Byron→', '/admin/payments'],
  ]);
});

test('past visits are marked done together, which can be undone', async () => {
  const user = userEvent.setup();
  const visit = { day: '2026-11-30', customer_name: 'Ada Byron', due_cents: 0 };
  const needs = { ...day().needs, past_visits: 2 };
  const past_visits = [
    { id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e61', ...visit },
    { id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e62', ...visit },
  ];
  const backend = open(day({ needs, past_visits }));
  await user.click(await screen.findByRole('button', { name: 'Mark these 2 done' }));
  await waitFor(() => expect(toasts.current()?.title).toBe('2 visits marked done'));
  const kinds = () =>
    backend.sent(done).map(({ body }) => {
      const { kind, target_booking_id: id, based_on: seen } = body as Record<string, unknown>;
      return [kind, id, seen];
    });
  const marked = past_visits.map(({ id, day: booking_date }) => [
    'done',
    id,
    { booking_date, mark: null },
  ]);
  expect(kinds()).toEqual(marked);
  act(() => toasts.current()?.action?.onSelect());
  await waitFor(() => expect(kinds()).toHaveLength(4));
  expect(kinds()[3]).toEqual([
    'undo_mark',
    past_visits[1]?.id,
    { booking_date: visit.day, mark: 'done' },
  ]);
});

test('of past visits marked together, those saved before a refusal can be undone', async () => {
  const user = userEvent.setup();
  const visit = { day: '2026-11-30', customer_name: 'Ada Byron', due_cents: 0 };
  const past_visits = [1, 2, 3].map((n) => ({
    id: `3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6${n}`,
    ...visit,
  }));
  const backend = open(day({ needs: { ...day().needs, past_visits: 3 }, past_visits }));
  backend.answers[done] = () =>
    backend.sent(done).length === 2
      ? refusal(409, 'not_past', 'This visit has moved.')
      : { body: { result: {}, visit: null } };
  await user.click(await screen.findByRole('button', { name: 'Mark these 3 done' }));
  await waitFor(() => expect(toasts.current()?.title).toBe('1 visit marked done'));
  expect(toasts.current()?.description).toMatch(/^The others are not saved: /);
  act(() => toasts.current()?.action?.onSelect());
  await waitFor(() =>
    expect(
      backend.sent(done).map(({ body }) => {
        const { kind, target_booking_id: id } = body as Record<string, unknown>;
        return [kind, id];
      }),
    ).toEqual([
      ['done', past_visits[0]?.id],
      ['done', past_visits[1]?.id],
      ['undo_mark', past_visits[0]?.id],
    ]),
  );
});

test('the cars of several crews are listed by crew, each with its own next one and way', async () => {
  const crew2 = { crew: 2, booking_time: '10:00', customer_name: 'Robin' };
  const later = { booking_time: '13:00', customer_name: 'Wren' };
  open(day({ cars: [car({}), car({ id: 'b', ...crew2 }), car({ id: 'c', ...later })] }));
  expect(await screen.findByRole('heading', { name: 'Crew 2' })).toBeTruthy();
  const cards = screen.getAllByRole('article');
  expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual([
    '9:00 AM, Ada Byron',
    '1:00 PM, Wren',
    '10:00 AM, Robin',
  ]);
  const hasWay = cards.map((card) => within(card).queryByRole('button', { name: /^On my way/ }));
  expect(hasWay.map(Boolean)).toEqual([true, false, true]);
});

test.each([false, true])(
  'the visits of several crews come before what needs attention on a wide screen %j',
  async (isWide) => {
    setWidth(isWide);
    open(day({ cars: [car({}), car({ id: 'b', crew: 2 })] }));
    await screen.findByRole('heading', { name: 'Crew 2' });
    const headings = screen.getAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent: words }) => words)).toEqual([
      'Today’s visits',
      'Needs attention',
      'Next seven days',
      'Get ready',
    ]);
  },
);

test.each([
  ['12:50', 'another', true],
  ['13:01', 'another', false],
  ['13:01', 'none', true],
])(
  'at %s, a visit over since noon with %s after it is not the next one, and has its steps: %j',
  async (at, after, has) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`2026-12-01T${at}:00-05:00`) });
    onTestFinished(() => void vi.useRealTimers());
    const later = car({ id: 'b', booking_time: '14:00', customer_name: 'Wren' });
    open(day({ cars: [car({}), ...(after === 'none' ? [] : [later])] }));
    const card = await screen.findByRole('article', { name: /Ada Byron/ });
    expect(card.classList.contains('car-card-next')).toBe(false);
    const steps = within(card).queryAllByRole('button', { name: /^On my way/ });
    expect(steps.length > 0).toBe(has);
  },
);

test('after a visit that nobody marked, the coming one is the next, and both keep their steps', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T17:30:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  open(
    day({
      today: '2026-12-01',
      cars: [
        car({}),
        car({ id: 'b', booking_time: '13:00', customer_name: 'Wren' }),
        car({ id: 'c', booking_time: '16:00', customer_name: 'Robin' }),
      ],
    }),
  );
  await screen.findByRole('link', { name: 'Robin' });
  const cards = screen.getAllByRole('article');
  expect(cards.map(({ classList }) => classList.contains('car-card-next'))).toEqual([
    false,
    true,
    false,
  ]);
  const ways = cards.map((card) => within(card).queryByRole('button', { name: /^On my way/ }));
  expect(ways.map(Boolean)).toEqual([true, true, false]);
});

test("a visit is marked as paid on its booking's payment form", async () => {
  open(day({ cars: [car({})] }));
  expect((await screen.findByRole('link', { name: /^Record payment/ })).getAttribute('href')).toBe(
    '/admin/bookings/3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f?form=payment',
  );
});

test('a coming day without visits says whether it is open, closed or a rain day', async () => {
  const ahead = { cars: 0, due_cents: 0 };
  open(
    day({
      week: [
        { day: '2026-12-02', ...ahead, closed: null },
        { day: '2026-12-03', ...ahead, closed: 'closed' },
        { day: '2026-12-04', ...ahead, closed: 'rain' },
        { day: '2026-12-05', cars: 1, due_cents: 0, closed: 'closed' },
      ],
    }),
  );
  const week = within(await screen.findByRole('region', { name: 'Next seven days' }));
  expect(week.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Wed, Dec 2No visits',
    'Thu, Dec 3Closed',
    'Fri, Dec 4Rain day',
    'Sat, Dec 51 visitPaid',
  ]);
});

test('emails delayed by the mail server are reported with the reason and since when', async () => {
  const mail_delay = {
    waiting: 12,
    since: '2026-12-01T19:05:00Z',
    reason: 'connect ECONNREFUSED',
  };
  open(day({ needs: { ...day().needs, mail_delay } }));
  const mails = within(await screen.findByRole('region', { name: '12 emails are delayed' }));
  expect(mails.getByText(/has not accepted them since Tue, Dec 1, 2:05 PM/)).toBeTruthy();
  expect(mails.getByText('connect ECONNREFUSED')).toBeTruthy();
  expect(screen.queryByText(/Nothing needs attention/)).toBeNull();
});

test.each([
  ['payments', 'The payment provider does not answer'],
  ['payment_keys', 'The payment provider refuses your keys'],
  ['disk', 'The server’s disk is nearly full'],
  ['text', 'Text messages are delayed'],
] as const)('trouble with %s is reported with its reason and since when', async (kind, heading) => {
  const troubles = [{ kind, waiting: 1, since: '2026-12-01T19:05:00Z', reason: 'no route' }];
  open(day({ needs: { ...day().needs, troubles } }));
  const trouble = within(await screen.findByRole('region', { name: heading }));
  expect(trouble.getByText(/^Since Tue, Dec 1, 2:05 PM\./)).toBeTruthy();
  expect(trouble.getByText('no route')).toBeTruthy();
  expect(screen.queryByText(/Nothing needs attention/)).toBeNull();
});

test.each([
  [
    { last: '2026-11-29T08:30:00Z', reason: '/mnt/backups can’t be written (ENOSPC)' },
    /The newest one is of Sun, Nov 29, 3:30 AM\./,
    '/mnt/backups can’t be written (ENOSPC)',
  ],
  [{ last: null, reason: '' }, /There is none yet\./, null],
])('a missing backup %j is reported', async (backup, newest, reason) => {
  open(day({ needs: { ...day().needs, backup } }));
  const trouble = within(await screen.findByRole('region', { name: 'A backup is missing' }));
  expect(trouble.getByText(newest)).toBeTruthy();
  if (reason !== null) expect(trouble.getByText(reason)).toBeTruthy();
  expect(screen.queryByText(/Nothing needs attention/)).toBeNull();
});

test('what waits since a restore is reported, with the way to decide about it', async () => {
  const held = {
    restored_at: '2026-12-01T19:05:00Z',
    backup_of: '2026-12-01T08:30:00Z',
    mails: 12,
    texts: 1,
    refunds: 0,
  };
  open(day({ needs: { ...day().needs, held } }));
  const waiting = within(
    await screen.findByRole('region', { name: 'Messages wait since a backup was restored' }),
  );
  expect(
    waiting.getByText(/^12 emails, 1 text and 0 refunds may have been sent after the backup/),
  ).toBeTruthy();
  expect(waiting.getByText(/backup of Tue, Dec 1, 3:30 AM/)).toBeTruthy();
  expect(screen.queryByText(/Nothing needs attention/)).toBeNull();
});

test('what waits in a copied data folder is reported', async () => {
  const held = {
    restored_at: '2026-12-01T19:05:00Z',
    backup_of: null,
    mails: 1,
    texts: 0,
    refunds: 0,
  };
  open(day({ needs: { ...day().needs, held } }));
  const waiting = within(
    await screen.findByRole('region', { name: 'Messages wait in a copy of your data' }),
  );
  expect(
    waiting.getByText(/may have been sent by the server of the other folder\. They/),
  ).toBeTruthy();
});

test('an empty day shows the next visit, and the week ahead its bookings', async () => {
  const next = {
    id: 'n',
    day: '2026-12-02',
    booking_time: '15:00',
    customer_name: 'Robin',
    service_name: 'Basic Wash',
  };
  open(day({ next }));
  expect(
    await screen.findByText(/Next is Robin on Wednesday, December 2 at 3:00 PM: Basic Wash/),
  ).toBeTruthy();
  const week = within(screen.getByRole('region', { name: 'Next seven days' }));
  expect(week.getByRole('link').textContent).toMatch(/Wed, Dec 2.*2 visits.*\$199\.98 due/);
  expect(screen.getByText(/Nothing needs attention/)).toBeTruthy();
});

test('a day that could not be loaded can be reloaded', async () => {
  const user = userEvent.setup();
  const backend = open(day());
  backend.answers[read] = { status: 503, body: { message: 'down' } };
  cleanup();
  renderScreen(<DashboardScreen />, { path: '/admin' });
  const again = await screen.findByRole('button', { name: 'Try again' });
  backend.answers[read] = { body: day() };
  await user.click(again);
  await waitFor(() => expect(screen.getByText('No visits today')).toBeTruthy());
});

test('a visit shows the photos that the customer added, as small ones', async () => {
  const photo = '0000000c-0000-4000-8000-000000000001';
  const backend = open(day({ cars: [car({ photos: [photo] })] }));
  const small = `GET /storage/v1/render/image/authenticated/bookings/${photo}`;
  backend.answers[small] = { body: 'pixels' };
  const list = within(await screen.findByRole('list', { name: 'Photos of the car' }));
  expect(await list.findByRole('button', { name: 'Enlarge photo 1' })).toBeTruthy();
  expect(backend.sent(small)[0]?.query.get('width')).toBe('320');
});
