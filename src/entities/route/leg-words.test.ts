import { expect, test } from 'vitest';
import type { Leg } from '@contracts/route.ts';
import {
  distanceInWords,
  driveTime,
  isSameAddress,
  leaveInWords,
  legAsItGoes,
  warningOf,
  wayInWords,
} from './leg-words.ts';

const leg: Leg = {
  from: null,
  to: 'visit',
  minutes: 25,
  kilometres: 17.6,
  leave_at: '08:25',
  spare_minutes: 45,
};

test('says how long a drive takes', () => {
  expect([0, 25, 60, 85].map(driveTime)).toEqual(['0 min', '25 min', '1 h', '1 h 25 min']);
});

test('says the way and when to leave', () => {
  expect([wayInWords(leg), leaveInWords(leg)]).toEqual(['25 min, 18 km', 'Leave by 8:25 AM']);
  expect(leaveInWords({ ...leg, spare_minutes: -5 })).toBeNull();
  expect(wayInWords({ minutes: 10, kilometres: 0.4 })).toBe('10 min, under 1 km');
  const ways = (...all: number[]) =>
    distanceInWords(
      all.map((kilometres) => ({ kilometres })),
      all.reduce((sum, one) => sum + one, 0),
    );
  expect(ways(20.6, 20.7)).toBe('42 km');
  expect(ways(0.2, 0.2)).toBe('under 1 km');
  const unknown = { ...leg, minutes: null, kilometres: null, leave_at: null, spare_minutes: null };
  expect([wayInWords(unknown), leaveInWords(unknown), warningOf(unknown)]).toEqual([
    'Driving time unknown for this postal code',
    null,
    null,
  ]);
});

test('warns of no lack of time once the stop before is over', () => {
  const late = { ...leg, from: 'first', spare_minutes: -30 };
  const asItGoes = (isOver: boolean) => legAsItGoes(late, [{ id: 'first', is_over: isOver }]);
  expect(warningOf(asItGoes(false))).toMatch(/^30 min late/);
  expect([warningOf(asItGoes(true)), leaveInWords(asItGoes(true))]).toEqual([
    null,
    'Leave by 8:25 AM',
  ]);
});

test('says that two cars are at the same address only when street and postal code agree', () => {
  const home = { address: '9 Elm Street', postal_code: 'L7C 1A1' };
  const between = { ...leg, from: 'a', to: 'b', minutes: 10, kilometres: 0 };
  const at = (changes: Partial<typeof home>) => [
    { id: 'a', ...home },
    { id: 'b', ...home, ...changes },
  ];
  expect(isSameAddress(between, at({ address: '9 elm  street', postal_code: 'L7C1A1' }))).toBe(
    true,
  );
  expect(isSameAddress(between, at({ address: '11 Elm Street' }))).toBe(false);
  expect(isSameAddress(between, at({ postal_code: 'L7C 1A2' }))).toBe(false);
  expect(isSameAddress({ ...between, kilometres: 2 }, at({}))).toBe(false);
  expect(isSameAddress({ ...between, from: null }, at({}))).toBe(false);
});

test.each([
  [45, 'before', 'visit', null],
  [10, 'before', 'visit', null],
  [9, 'before', 'visit', 'Tight: 9 min to spare'],
  [0, 'before', 'visit', 'Tight: 0 min to spare'],
  [
    -65,
    'before',
    'visit',
    '1 h 5 min late: too little time after the visit before, counting setup and packing',
  ],
  [
    -65,
    null,
    'visit',
    '1 h 5 min late: too little time after the start of the day, counting setup and packing',
  ],
  [-5, 'before', null, 'Back at the base 5 min late'],
])('with %s minutes to spare from %s to %s says: %s', (spare_minutes, from, to, words) => {
  expect(warningOf({ ...leg, spare_minutes, from, to })).toBe(words);
});
