import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { openEmbeddedCopy } from '../../server/testing/embedded-copies.ts';
import { renderHtml, renderLine } from '../functions/_shared/render-template.ts';

const business = {
  business_name: 'Lustre',
  business_phone: '(905) 555-0142',
  business_email: 'bookings@lustre.example',
  email: 'ada@example.com',
};

const account = {
  ...business,
  confirmation_url: 'https://example.com/verify?a=1&b=2',
  token: '123456',
};

const booking = {
  ...business,
  customer_name: 'Ada <Lane>',
  service_name: 'Premium Detailing',
  vehicle: 'SUV / Compact SUV',
  car: '2022 Volvo XC60',
  date: 'Tuesday, December 1, 2026',
  time: '3:00 PM',
  address: '1 Main Street, Caledon, ON L7C 1A1',
  price: '$119.99',
  discount: '$20.00',
  subtotal: '$99.99',
  tax_label: 'GST (5%)',
  tax: '$0.00',
  tip: '$10.00',
  total: '$109.99',
  amount_paid: '$20.00',
  due_on_site: '$89.99',
  payment_option_label: '$20.00 deposit, the rest on site',
  booking_id: '7d4b6f0e-0000-4000-8000-000000000001',
  booking_url: 'https://example.com/my-bookings?booking_id=7d4b6f0e',
  refund_amount: '$20.00',
  cancellation_policy: 'Cancel at least 24 hours before.',
};

const mails = [
  ['booking_confirmation', booking],
  ['booking_cancellation', booking],
  [
    'booking_rescheduled',
    { ...booking, old_date: 'Monday, November 30, 2026', old_time: '9:00 AM' },
  ],
  ['payment_refunded', booking],
  ['signup_confirmation', account],
  ['password_recovery', account],
  ['email_change', { ...account, new_email: 'new@example.com' }],
] as const;

let database: Database;
const templates = new Map<string, { subject: string; content: string }>();

beforeAll(async () => {
  database = await openEmbeddedCopy();
  const { rows } = await database.pool.query<{
    template_type: string;
    subject: string;
    content: string;
  }>('select template_type, subject, content from public.email_templates');
  for (const { template_type, ...template } of rows) templates.set(template_type, template);
});

afterAll(() => database.close());

const render = async (type: string, variables: Record<string, string>) => {
  const template = templates.get(type) ?? { subject: '', content: '' };
  return {
    subject: await renderLine(template.subject, variables),
    html: await renderHtml(template.content, variables),
  };
};

test('there is one default mail of each type', () => {
  expect([...templates.keys()].sort()).toEqual(mails.map(([type]) => type).sort());
});

test.each(mails)('%s can be printed with what its mail knows', async (type, variables) => {
  const { subject, html } = await render(type, variables);
  expect(subject).not.toBe('');
  expect(subject + html).not.toMatch(/\{\{|\{%|@\w+@/);
  expect(html).toContain('</html>');
});

test.each(mails.slice(0, 4))(
  '%s leads to the booking without signing in',
  async (type, variables) => {
    expect((await render(type, variables)).html).toContain(`href="${booking.booking_url}"`);
  },
);

test('what a customer typed stays text', async () => {
  const { html } = await render('booking_confirmation', booking);
  expect(html).toContain('Ada &lt;Lane&gt;');
});

test('lines without an amount are left out', async () => {
  const { html } = await render('booking_confirmation', { ...booking, due_on_site: '$0.00' });
  expect(html).toContain('$10.00');
  expect(html).not.toContain('GST (5%)');
  expect(html).not.toContain('Due on site');
});
