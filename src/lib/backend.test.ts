// @vitest-environment jsdom
import { createdBooking } from '@contracts/booking.ts';
import { phoneBooking } from '@contracts/owner-booking.ts';
import { verifiedPayment } from '@contracts/payments.ts';
import { callFunction } from '@/lib/call-function.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { appConfig } from '@/config/env.ts';
import { BackendError, guestRest } from './backend.ts';

afterEach(() => {
  appConfig.anonKey = '';
  vi.unstubAllGlobals();
});

function answerWith(status: number, body: unknown) {
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    Promise.resolve(new Response(JSON.stringify(body), { status })),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('The call was not refused');
    },
    (error: unknown) => {
      if (error instanceof BackendError) return error;
      throw error;
    },
  );

test('a function call sends JSON and returns JSON', async () => {
  const fetch = answerWith(201, { bookingId: 'b1' });
  await expect(callFunction(phoneBooking, { serviceId: 'basic-wash' })).resolves.toEqual({
    bookingId: 'b1',
  });
  expect(fetch.mock.calls[0]?.[0]).toMatch(/\/functions\/v1\/take-phone-booking$/);
  expect(fetch.mock.calls[0]?.[1]?.body).toBe('{"serviceId":"basic-wash"}');
});

test('a refusal has its code, its sentence and the problems by field', async () => {
  answerWith(409, {
    error: {
      code: 'coupon_used',
      message: 'That coupon was used.',
      fields: { couponCode: 'Used.' },
    },
  });
  const error = await failure(callFunction(createdBooking, {}));
  expect(error).toMatchObject({
    code: 'coupon_used',
    status: 409,
    fields: { couponCode: 'Used.' },
  });
  expect(error.message).toBe('That coupon was used.');
});

test('an answer that is not JSON is an unexpected failure with a sentence', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })),
  );
  const error = await failure(callFunction(verifiedPayment, {}));
  expect(error).toMatchObject({ code: 'unexpected', status: 502 });
  expect(error.message).toMatch(/try again/);
});

test('a missing answer is a network failure', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await failure(callFunction(verifiedPayment, {}))).toMatchObject({
    code: 'network',
    status: 0,
  });
});

test('a booking id opens its booking by a header', async () => {
  const fetch = answerWith(200, []);
  await guestRest('9b2c').from('bookings').select('id');
  const headers = new Headers(fetch.mock.calls[0]?.[1]?.headers);
  expect(headers.get('x-booking-id')).toBe('9b2c');
});

test("a guest's request uses the public key [S6.22]", async () => {
  appConfig.anonKey = 'the public key';
  const fetch = answerWith(200, []);
  await guestRest().from('reviews').select('id');
  const headers = new Headers(fetch.mock.calls[0]?.[1]?.headers);
  expect(headers.get('apikey')).toBe('the public key');
  expect(headers.get('authorization')).toBe('Bearer the public key');
});

test("a guest's request with a publishable key sends it as a key only", async () => {
  appConfig.anonKey = 'sb_publishable_1';
  const fetch = answerWith(200, []);
  await guestRest().from('reviews').select('id');
  const headers = new Headers(fetch.mock.calls[0]?.[1]?.headers);
  expect(headers.get('apikey')).toBe('sb_publishable_1');
  expect(headers.get('authorization')).toBeNull();
});
