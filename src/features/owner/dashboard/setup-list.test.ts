// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { keepSetup, keptSetup, noteOpened, setupLines } from './setup-list.ts';

beforeEach(() => localStorage.clear());

const known = {
  facts: { phone: '(905) 555-0142' },
  payments: 'sandbox',
  hasSecondFactor: false,
  hasBooking: false,
  opened: [],
} as const;
const done = (changes: Partial<Parameters<typeof setupLines>[0]> = {}) =>
  setupLines({ ...known, ...changes })
    .filter(({ isDone }) => isDone)
    .map(({ words }) => words);

test('a new database has nothing done', () => {
  expect(setupLines(known)).toHaveLength(6);
  expect(done()).toEqual([]);
});

test('a line is done when its state is true', () => {
  expect(done({ facts: { phone: '(905) 857-1234' } })).toEqual([
    'Enter your phone number and address',
  ]);
  expect(done({ payments: 'stripe' })).toEqual(['Connect Stripe']);
  expect(done({ hasSecondFactor: true })).toEqual(['Add a second step to your login']);
  expect(done({ hasBooking: true })).toEqual(['Book your first visit']);
});

test('a line of unknown state is left out', () => {
  expect(setupLines({ ...known, hasSecondFactor: null, hasBooking: null })).toHaveLength(4);
});

test('an opened screen is kept, and so is the hidden list', () => {
  noteOpened('/admin/time');
  noteOpened('/admin/money');
  keepSetup({ isHidden: true });
  expect(keptSetup()).toEqual({ isHidden: true, opened: ['/admin/time'] });
  expect(done({ opened: keptSetup().opened })).toEqual(['Check your opening hours']);
});
