import { expect, test } from 'vitest';
import { paymentNotices } from './payments.ts';

const stripe = { secretKey: 'sk_1', publishableKey: 'pk_1', webhookSecret: 'whsec_1' };
const publicUrl = 'https://wash.example';

test('the start of a public site without Stripe keys says that no card is charged', () => {
  expect(paymentNotices({ stripe: null, publicUrl })).toEqual([
    'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are not set: ' +
      'payments go to the sandbox, and no card is charged',
  ]);
});

test('the start says nothing about payments with Stripe keys, or on this machine', () => {
  expect(paymentNotices({ stripe, publicUrl })).toEqual([]);
  for (const own of ['http://localhost:3000', 'https://wash.localhost', 'https://127.0.0.1']) {
    expect([own, paymentNotices({ stripe: null, publicUrl: own })]).toEqual([own, []]);
  }
});
