import { expect, test } from 'vitest';
import { defaultOpeningRules } from './opening-rules.ts';
import { startsAt } from './schedule.ts';
import { unusualAbout } from './unusual-start.ts';

// A Tuesday.
const about = (date: string, time: string, rules = defaultOpeningRules) =>
  unusualAbout({
    rules,
    kind: 'booking',
    durationMinutes: 120,
    now: Date.parse(startsAt('2026-12-01', '08:00')),
    date,
    time,
  });

test.each([
  ['a start that customers can book', '2026-12-02', '09:00', []],
  ['a start before the day opens', '2026-12-02', '07:15', ['outside_hours']],
  ['work that ends after the day', '2026-12-02', '16:30', ['outside_hours']],
  ['a start between the usual ones', '2026-12-02', '10:20', ['no_usual_start']],
  ['a usual start inside the minimum notice', '2026-12-01', '09:00', ['short_notice']],
  ['a start in a few minutes', '2026-12-01', '08:10', ['outside_hours', 'short_notice']],
  ['a day beyond the window', '2028-02-01', '09:00', ['far_ahead']],
  ['a start in the past', '2026-12-01', '07:59', ['in_past']],
])('says what is unusual about %s', (_, date, time, unusual) => {
  expect(about(date, time)).toEqual(unusual);
});

test('counts a closed day as outside the opening hours, and keeps the hours of a special day', () => {
  const special = { isOpen: true, starts: ['07:00'], endsBy: '10:00' };
  const rules = {
    ...defaultOpeningRules,
    exceptions: [
      { day: '2026-12-02', isOpen: false, starts: null, endsBy: null },
      { day: '2026-12-03', ...special },
    ],
  };
  expect(about('2026-12-02', '09:00', rules)).toEqual(['outside_hours']);
  expect(about('2026-12-03', '07:15', rules)).toEqual(['no_usual_start']);
  expect(about('2026-12-03', '09:00', rules)).toEqual(['outside_hours']);
});
