import { expect, test } from 'vitest';
import { validateTimeOff } from './time-off.ts';
import type { TimeOffInput } from './time-off.ts';

const input: TimeOffInput = {
  fromDay: '2026-12-01',
  untilDay: '2026-12-03',
  isWholeDays: true,
  fromTime: '',
  untilTime: '',
  reason: ' Away,  skiing ',
  crew: '',
};
const check = (changes: Partial<TimeOffInput>) =>
  validateTimeOff({ ...input, ...changes }, '2026-11-24');

test('whole days ignore the times, and no crew means all crews', () => {
  expect(check({ fromTime: '13:00' })).toEqual({
    ok: true,
    value: {
      fromDay: '2026-12-01',
      untilDay: '2026-12-03',
      fromTime: null,
      untilTime: null,
      reason: 'Away, skiing',
      crew: null,
    },
  });
});

test('without a last day the range is one day, and times are kept', () => {
  const times = { isWholeDays: false, fromTime: '13:00', untilTime: '15:30', crew: '2' };
  expect(check({ ...times, untilDay: '' })).toMatchObject({
    ok: true,
    value: { untilDay: '2026-12-01', fromTime: '13:00', untilTime: '15:30', crew: 2 },
  });
});

test('across midnight the end time may be earlier in the day than the start time', () => {
  expect(check({ isWholeDays: false, fromTime: '18:00', untilTime: '08:00' }).ok).toBe(true);
});

test('a range that has begun and not ended is accepted', () => {
  expect(check({ fromDay: '2026-11-20', untilDay: '2026-11-24' }).ok).toBe(true);
});

test.each<[Partial<TimeOffInput>, string, string]>([
  [{ fromDay: '' }, 'fromDay', 'Please choose the first day.'],
  [{ untilDay: '2026-13-01' }, 'untilDay', 'Please choose the last day.'],
  [{ untilDay: '2026-11-30' }, 'untilDay', 'The last day is before the first.'],
  [{ fromDay: '2026-11-01', untilDay: '2026-11-23' }, 'untilDay', 'These days are in the past.'],
  [{ untilDay: '2027-12-03' }, 'untilDay', 'Please block a year at most.'],
  [{ isWholeDays: false, untilTime: '12:00' }, 'fromTime', 'Please enter a start time.'],
  [{ isWholeDays: false, fromTime: '12:00' }, 'untilTime', 'Please enter an end time.'],
  [
    { isWholeDays: false, untilDay: '', fromTime: '12:00', untilTime: '12:00' },
    'untilTime',
    'It must end after it starts.',
  ],
  [{ reason: 'x'.repeat(201) }, 'reason', 'The reason can have up to 200 characters.'],
])('%j is invalid at %s', (changes, field, sentence) => {
  expect(check(changes)).toEqual({ ok: false, fields: { [field]: sentence } });
});
