import { expect, test } from 'vitest';
import { instalmentProvider, providersAmong } from './instalments.ts';

test('a payment offers the providers among its methods, in the order of the business', () => {
  const among = providersAmong(['klarna', 'link', 'card', 'affirm']);
  expect(among.map(({ name }) => name)).toEqual(['Affirm', 'Klarna']);
});

test('a card is not an instalment provider', () => {
  expect(providersAmong(['card'])).toEqual([]);
  expect(instalmentProvider('card')).toBeUndefined();
  expect(instalmentProvider('klarna')?.name).toBe('Klarna');
});
