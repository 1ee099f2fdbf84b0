// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { startFakeBackend, type Reply } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { aBookingPage } from '../testing/booking-page.ts';
import OwnerBookingScreen from './owner-booking-screen.tsx';

const user = userEvent.setup();
const call = 'POST /functions/v1/change-visit';
const page = aBookingPage({ booking: { service_id: 'premium-detailing' } });
const { id } = page.booking;

type Sent = { preview?: true; serviceId: string; agreedPriceCents?: number; anyway?: boolean };

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const answerTo = ({ body }: { body: unknown }) => {
  const { serviceId, agreedPriceCents } = body as Sent;
  const listPriceCents = serviceId === 'basic-wash' ? 8500 : 11999;
  const cents = agreedPriceCents ?? listPriceCents;
  return {
    listPriceCents,
    priceCents: cents,
    discountCents: 0,
    taxCents: 0,
    totalCents: cents,
    durationMinutes: serviceId === 'basic-wash' ? 120 : 180,
    dueCents: Math.max(0, cents - 2000),
    overpaidCents: Math.max(0, 2000 - cents),
    problem: null as string | null,
    bookingStatus: 'deposit_paid',
    notified: 'alex@example.com',
  };
};

async function open(
  answer: (sent: { body: unknown }) => Reply = (sent) => ({ body: answerTo(sent) }),
  opened = page,
) {
  signIn({ isAdmin: true });
  const backend = startFakeBackend({
    'POST /rest/v1/rpc/booking_page': { body: opened },
    'POST /rest/v1/rpc/crews_for_visit': { body: [] },
    'POST /rest/v1/rpc/visit_work': { body: { photos: [], checklist: [], marks: [] } },
    [call]: answer,
  });
  renderScreen(<OwnerBookingScreen privacyOf={() => null} />, {
    path: `/admin/bookings/${id}`,
    pattern: '/admin/bookings/:bookingId',
  });
  await user.click(await screen.findByRole('button', { name: 'Change visit' }));
  const form = within(await screen.findByRole('form', { name: 'Change visit' }));
  return {
    form,
    works: () => backend.sent('POST /rest/v1/rpc/visit_work').length,
    changes: () =>
      backend
        .sent(call)
        .map(({ body }) => body as Sent)
        .filter((body) => !body.preview),
  };
}

test('shows a vehicle class that is no longer offered as sold, until another is picked', async () => {
  const sold = aBookingPage({
    booking: {
      service_id: 'premium-detailing',
      vehicle_type: 'pickup',
      vehicle_name: 'Pickup truck',
    },
  });
  const { form, changes } = await open(undefined, sold);
  const former = form.getByRole('radio', { name: /Pickup truck.*No longer offered/ });
  expect(former).toHaveProperty('checked', true);
  expect(form.getByRole('radio', { name: /Basic Wash/ }).closest('label')?.textContent).toContain(
    'from $65.00',
  );
  await user.click(form.getByRole('button', { name: 'Save change' }));
  expect(changes()).toEqual([]);
  await user.click(form.getByRole('radio', { name: 'Sedan' }));
  expect(former).toHaveProperty('checked', false);
  await user.click(form.getByRole('button', { name: 'Save change' }));
  await waitFor(() => expect(changes()).toMatchObject([{ vehicleType: 'sedan' }]));
});

const priceField = 'Agreed price before tax (optional)';

test('shows what the booking was and would be, and sends what the owner saw', async () => {
  const { form, changes } = await open();
  await user.click(await form.findByRole('radio', { name: /^Basic Wash/ }));
  expect(await form.findByText('Leave it empty for $85.00.')).toBeTruthy();
  await user.type(form.getByLabelText(priceField), '65');
  const summaryText = () => form.getByLabelText('What changes').textContent;
  await waitFor(() => expect(summaryText()).toContain('Total$119.99 →  becomes $65.00'));
  const summary = summaryText();
  expect(summary).toContain('Length3 hours →  becomes 2 hours, until 11:00 AM');
  expect(summary).toContain('Left to pay$99.99 →  becomes $45.00');
  await user.click(form.getByRole('button', { name: 'Save change' }));
  await expectToast(
    'Visit changed',
    '$45.00 is left to pay. We’re emailing the changes to alex@example.com.',
  );
  expect(changes()).toEqual([
    {
      bookingId: id,
      serviceId: 'basic-wash',
      vehicleType: 'suv',
      addOns: [],
      agreedPriceCents: 6500,
      seen: {
        serviceId: 'premium-detailing',
        vehicleType: 'suv',
        addOns: [],
        priceCents: 11999,
        totalCents: 11999,
      },
      totalCents: 6500,
      anyway: false,
    },
  ]);
});

test('saves nothing while nothing is changed', async () => {
  const { form, changes } = await open();
  await form.findByLabelText('What changes');
  await user.click(form.getByRole('button', { name: 'Save change' }));
  expect(await form.findByText('Nothing has changed yet.')).toBeTruthy();
  expect(changes()).toEqual([]);
});

test('says how much is overpaid, and refuses a price that is none', async () => {
  const { form, changes } = await open();
  const field = form.getByLabelText(priceField);
  await user.type(field, 'cheap');
  expect(await form.findByText('Please enter dollars, for example 85 or 85.50.')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Save change' }));
  expect(changes()).toEqual([]);
  await user.clear(field);
  await user.type(field, '15');
  expect(await form.findByText('Overpaid')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Save change' }));
  await expectToast(
    'Visit changed',
    '$5.00 is overpaid: refund it. We’re emailing the changes to alex@example.com.',
  );
});

test('says that the time doesn’t fit and offers to move, and keeps what was typed', async () => {
  const { form, changes } = await open((sent) => ({
    body: { ...answerTo(sent), durationMinutes: 300, problem: 'slot_taken' },
  }));
  expect((await form.findByRole('alert')).textContent).toContain(
    'The visit would take until 2:00 PM, and that time is booked or blocked. Move the booking first, or choose shorter work.',
  );
  await user.type(form.getByLabelText(priceField), '100');
  await form.findAllByText('$100.00');
  await user.click(form.getByRole('button', { name: 'Save change' }));
  expect(changes()).toEqual([]);
  expect(form.getAllByRole('alert')).toHaveLength(1);
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'Move booking' }));
  expect(form.getByDisplayValue('100')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Move booking' }));
  expect(await screen.findByRole('form', { name: 'Move booking' })).toBeTruthy();
});

test('says before and after a change that the visit runs into the next one of its crew', async () => {
  const { form } = await open((sent) => ({
    body: { ...answerTo(sent), durationMinutes: 300, overlaps: true },
  }));
  const words = 'This visit would take until 2:00 PM, after the crew’s next visit begins.';
  expect(await form.findByText(words)).toBeTruthy();
  await user.type(form.getByLabelText(priceField), '100');
  await form.findAllByText('$100.00');
  await user.click(form.getByRole('button', { name: 'Save change' }));
  await expectToast(
    'Visit changed',
    '$80.00 is left to pay. This visit now ends after the crew’s next one begins. We’re emailing the changes to alex@example.com.',
  );
});

test('loads the checklist of the visit anew after a change of its work', async () => {
  const { form, works } = await open();
  await user.click(await form.findByRole('radio', { name: /^Basic Wash/ }));
  expect(await form.findByText('Leave it empty for $85.00.')).toBeTruthy();
  const before = works();
  await user.click(form.getByRole('button', { name: 'Save change' }));
  await waitFor(() => expect(works()).toBeGreaterThan(before));
});

test('changes outside the opening hours only after a question', async () => {
  const { form, changes } = await open((sent) => ({
    body: { ...answerTo(sent), durationMinutes: 720, problem: 'outside_hours' },
  }));
  await user.click(await form.findByRole('radio', { name: /^Basic Wash/ }));
  expect(await form.findByText('Leave it empty for $85.00.')).toBeTruthy();
  expect(await form.findByText(/until 9:00 PM, outside your opening hours/)).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Save change' }));
  await user.click(await screen.findByRole('button', { name: 'Change anyway' }));
  await expectToast(
    'Visit changed',
    '$65.00 is left to pay. We’re emailing the changes to alex@example.com.',
  );
  expect(changes()).toMatchObject([{ anyway: true }]);
});

test('keeps the form when another administrator changed the booking', async () => {
  const message =
    'This booking changed while you had it open. Please reload the page and try again.';
  const { form } = await open((sent) =>
    (sent.body as Sent).preview
      ? { body: answerTo(sent) }
      : { status: 409, body: { error: { code: 'booking_changed', message } } },
  );
  await user.type(form.getByLabelText(priceField), '100');
  await form.findAllByText('$100.00');
  await user.click(form.getByRole('button', { name: 'Save change' }));
  expect(await form.findByText(message)).toBeTruthy();
  expect(form.getByDisplayValue('100')).toBeTruthy();
});
