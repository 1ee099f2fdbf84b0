import { describe, expect, test } from 'vitest';
import { checkOpening } from './opening-change.ts';
import type { OpeningInput } from './opening-change.ts';
import { defaultOpeningRules } from './opening-rules.ts';
import type { WeekdayHours } from './opening-rules.ts';

const today = '2026-11-24';

const input: OpeningInput = {
  hours: defaultOpeningRules.hours,
  exceptions: [],
  settings: {
    leastNoticeMinutes: '120',
    windowDays: '90',
    moveWindowDays: '365',
    bufferMinutes: '0',
    arrivalWindowMinutes: '0',
    crews: '1',
  },
  servedPrefixes: ['L7'],
};

const monday = (changes: Partial<WeekdayHours>): OpeningInput => ({
  ...input,
  hours: input.hours.map((one) => (one.weekday === 1 ? { ...one, ...changes } : one)),
});
const christmas = { day: '2026-12-25', isOpen: false, starts: null, endsBy: null, label: '' };
const onChristmas = (changes: object): OpeningInput => ({
  ...input,
  exceptions: [{ ...christmas, isOpen: true, ...changes }],
});
const problems = (changed: OpeningInput) => {
  const check = checkOpening(changed, today);
  return check.ok ? {} : check.problems;
};
const value = (changed: OpeningInput) => {
  const check = checkOpening(changed, today);
  return check.ok ? check.value : null;
};

test('the default rules are valid', () => {
  expect(value(input)).toEqual({
    ...input,
    settings: {
      leastNoticeMinutes: 120,
      windowDays: 90,
      moveWindowDays: 365,
      bufferMinutes: 0,
      arrivalWindowMinutes: 0,
      crews: 1,
    },
  });
});

test('start times are sorted without repeats, on weekdays and on special days', () => {
  const starts = ['13:00', '08:00', '13:00'];
  expect(value(monday({ starts }))?.hours[0]?.starts).toEqual(['08:00', '13:00']);
  expect(value(onChristmas({ starts }))?.exceptions[0]?.starts).toEqual(['08:00', '13:00']);
});

describe('A weekday', () => {
  test.each([
    [{ starts: [] }, 'starts', 'Please add a start, or close the day.'],
    [{ starts: ['18:00'] }, 'endsBy', 'The day must end after its last start.'],
    [{ endsBy: '' }, 'endsBy', 'Please enter when the work must be finished.'],
    [{ moveFrom: '' }, 'moveFrom', 'Please enter the first start.'],
    [{ moveUntil: 'noon' }, 'moveUntil', 'Please enter the last start.'],
    [{ moveUntil: '08:00' }, 'moveUntil', 'The last start is before the first.'],
    [{ moveUntil: '17:00' }, 'moveEndsBy', 'The day must end after its last start.'],
    [{ moveEndsBy: '' }, 'moveEndsBy', 'Please enter when the work must be finished.'],
    [
      { moveEveryMinutes: 0 },
      'moveEveryMinutes',
      'Please choose how far apart the starts for moved bookings are.',
    ],
  ])('with %j is invalid at %s', (changes, field, sentence) => {
    expect(problems(monday(changes))).toEqual({ [`hours.1.${field}`]: sentence });
  });

  test('that is closed is not checked, and keeps its hours if they are valid', () => {
    const kept = monday({ isOpen: false, starts: ['07:00'] });
    expect(value(kept)?.hours[0]).toMatchObject({ isOpen: false, starts: ['07:00'] });
    const spoilt = monday({ isOpen: false, endsBy: '', moveFrom: '' });
    expect(value(spoilt)?.hours[0]).toEqual({ ...input.hours[0], isOpen: false });
  });
});

describe('A special day', () => {
  test.each([
    [{ starts: [] }, 'Please add a start, or close the day.'],
    [{ starts: ['10:00'], endsBy: '09:00' }, 'The day must end after its last start.'],
    [{ endsBy: '12:00' }, 'The day must end after its last start.'],
    [{ label: 'x'.repeat(81) }, 'The name can have up to 80 characters.'],
  ])('with %j is invalid', (changes, sentence) => {
    expect(problems(onChristmas(changes))).toEqual({ 'exceptions.2026-12-25': sentence });
  });

  test('takes its unset values from its weekday', () => {
    expect(problems(onChristmas({ endsBy: '18:30' }))).toEqual({});
    expect(problems(onChristmas({ starts: ['17:00'] }))).toEqual({});
  });

  test('is dropped once it has passed, and refused three years ahead', () => {
    const past = { ...input, exceptions: [{ ...christmas, day: '2026-11-23' }] };
    expect(value(past)?.exceptions).toEqual([]);
    const far = { ...input, exceptions: [{ ...christmas, day: '2062-12-25' }] };
    expect(problems(far)).toEqual({
      'exceptions.2062-12-25': 'This day is more than three years ahead.',
    });
  });

  test('is refused when there are more than four hundred', () => {
    const exceptions = Array.from({ length: 401 }, () => christmas);
    expect(problems({ ...input, exceptions })).toEqual({
      exceptions: 'You can have up to 400 special days. Please remove some.',
    });
  });
});

test.each([
  ['leastNoticeMinutes', '-1', '0 to 20160'],
  ['windowDays', '0', '1 to 365'],
  ['windowDays', '', '1 to 365'],
  ['moveWindowDays', '731', '1 to 730'],
  ['bufferMinutes', '12.5', '0 to 240'],
  ['crews', 'two', '1 to 20'],
  ['crews', '21', '1 to 20'],
])('%s of %j is refused', (name, text, range) => {
  const settings = { ...input.settings, [name]: text };
  expect(problems({ ...input, settings })).toEqual({
    [name]: `Please enter a whole number from ${range}.`,
  });
});
