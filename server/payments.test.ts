import { expect, test } from 'vitest';
import { paymentNotices } from './payments.ts';

const payments = {
  provider: 'stripe' as const,
  name: 'Stripe',
  secretKey: 'sk_1',
  publishableKey: 'pk_1',
  webhookSecret: 'whsec_1',
};
const publicUrl = 'https://wash.example';

const place = { host: '127.0.0.1', trustedProxies: 0 };

test.each([
  { ...place, publicUrl },
  { ...place, publicUrl: 'http://localhost:3000', host: '0.0.0.0' },
  { ...place, publicUrl: 'http://localhost:3000', trustedProxies: 1 },
])('the start of a site that others reach says that no card is charged: %j', (settings) => {
  expect(paymentNotices({ ...settings, payments: null })).toEqual([
    'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are not set: ' +
      'payments go to the sandbox, where everybody may pay with a test card, and no card is charged',
  ]);
});

test('the start says nothing about payments with Stripe keys, or on this machine', () => {
  expect(paymentNotices({ ...place, payments, publicUrl })).toEqual([]);
  for (const own of ['http://localhost:3000', 'https://wash.localhost', 'https://127.0.0.1']) {
    expect([own, paymentNotices({ ...place, payments: null, publicUrl: own })]).toEqual([own, []]);
  }
});
