import { afterEach, expect, test } from 'vitest';
import { forgetServerTime, hearServerTime } from '@/testing/server-time.ts';
import { aCheckout } from '../testing/checkout-state.ts';
import { cardResolver, emptyCard, type CardInput } from './card-form.ts';

afterEach(forgetServerTime);

test('a card expires by the clock of the business, not of this device', async () => {
  const { customerInfo } = aCheckout();
  const resolve = cardResolver(customerInfo);
  const typed: CardInput = {
    ...emptyCard(customerInfo),
    ...{ number: '4242 4242 4242 4242', expiry: '03 / 40', securityCode: '123' },
  };
  const problems = async () => Object.keys((await resolve(typed, {}, {} as never)).errors);
  expect(await problems()).toEqual([]);
  hearServerTime('2040-05-01T15:00:00Z');
  expect(await problems()).toEqual(['expiry']);
});
