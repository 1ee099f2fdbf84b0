import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rulesFor, takenOn } from '../testing/any-rules.ts';
import { openDays } from './open-days.ts';
import { defaultOpeningRules } from './opening-rules.ts';
import { availableTimes, bookableDays } from './schedule.ts';
import type { TakenTime } from './schedule.ts';

const now = Date.parse('2026-12-01T15:00:00Z');
const request = { rules: defaultOpeningRules, kind: 'booking', durationMinutes: 180, now } as const;
const period = { from: '2026-12-01', to: '2026-12-03' };
const all = (isTimeOff: boolean): TakenTime => ({
  date: '2026-12-02',
  time: '00:00',
  durationMinutes: 1440,
  crew: null,
  isTimeOff,
});

describe('open days', () => {
  test('have their times', () => {
    expect(openDays({ ...request, ...period, taken: [] })).toEqual([
      { date: '2026-12-01', times: ['12:00', '15:00'], none: null },
      { date: '2026-12-02', times: ['09:00', '12:00', '15:00'], none: null },
      { date: '2026-12-03', times: ['09:00', '12:00', '15:00'], none: null },
    ]);
  });

  test('say why there are none', () => {
    const evening = Date.parse('2026-12-01T22:00:00Z');
    const hours = defaultOpeningRules.hours.map((day) => ({ ...day, isOpen: day.weekday !== 4 }));
    const rules = { ...defaultOpeningRules, hours };
    const none = (isTimeOff: boolean) =>
      openDays({ ...request, rules, now: evening, ...period, taken: [all(isTimeOff)] }).map(
        (day) => day.none,
      );
    expect(none(true)).toEqual(['over', 'time-off', 'closed']);
    expect(none(false)).toEqual(['over', 'full', 'closed']);
  });

  test('end with the booking window, and begin today', () => {
    const far = { from: '2020-01-01', to: '2030-01-01', taken: [] };
    const days = openDays({ ...request, ...far }).map(({ date }) => date);
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-12-01', '2027-03-01', 91]);
  });

  test('are the days and the times that the schedule offers', () => {
    fc.assert(
      fc.property(
        rulesFor(['2026-12-01', '2026-12-02']),
        fc.array(takenOn('2026-12-02'), { maxLength: 6 }),
        (rules, taken) => {
          const asked = { ...request, rules, ...period, taken };
          const open = openDays(asked).filter(({ none }) => none === null);
          expect(open.map(({ date }) => date)).toEqual(bookableDays(asked));
          for (const { date, times } of open) {
            expect(times).toEqual(availableTimes({ ...asked, date }));
          }
        },
      ),
    );
  });
});
