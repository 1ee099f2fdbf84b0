import { expect, test } from 'vitest';
import type { TimeOff } from '@contracts/calendar.ts';
import { stretchesOf } from './time-off-stretches.ts';

const off = (id: string, day: string, changes: Partial<TimeOff> = {}): TimeOff => ({
  id,
  day,
  from: '00:00',
  until: '24:00',
  reason: 'Away',
  crew: null,
  ...changes,
});

test('consecutive days are one stretch, from its first time to its last', () => {
  const stretches = stretchesOf([
    off('c', '2026-12-03', { until: '12:00' }),
    off('a', '2026-12-01', { from: '13:00' }),
    off('b', '2026-12-02'),
  ]);
  expect(stretches).toEqual([
    {
      ids: ['a', 'b', 'c'],
      fromDay: '2026-12-01',
      from: '13:00',
      untilDay: '2026-12-03',
      until: '12:00',
      reason: 'Away',
      crew: null,
    },
  ]);
});

test.each<[string, Partial<TimeOff>, Partial<TimeOff>]>([
  ['another reason', {}, { reason: 'Dentist' }],
  ['another crew', {}, { crew: 2 }],
  ['a gap in the evening', { until: '18:00' }, {}],
  ['a gap in the morning', {}, { from: '08:00' }],
  ['a day between', {}, { day: '2026-12-03' }],
])('%s makes another stretch', (_, first, second) => {
  const stretches = stretchesOf([off('a', '2026-12-01', first), off('b', '2026-12-02', second)]);
  expect(stretches.map(({ ids }) => ids)).toEqual([['a'], ['b']]);
});

test('two crews blocked for the same days are two stretches', () => {
  const days = ['2026-12-01', '2026-12-02'];
  const stretches = stretchesOf(
    days.flatMap((day) => [off(`${day} 1`, day, { crew: 1 }), off(`${day} 2`, day, { crew: 2 })]),
  );
  expect(stretches.map(({ ids }) => ids)).toEqual([
    ['2026-12-01 1', '2026-12-02 1'],
    ['2026-12-01 2', '2026-12-02 2'],
  ]);
});
