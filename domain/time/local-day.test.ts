import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { fixedTerms } from '../business/fixed-terms.ts';
import { addDays, latestMs, localToday, monthOf, startMs, startsAt } from './local-day.ts';
import { timeAtMinute } from './wall-time.ts';

// Temporal is the reference for the zone's clock changes.
const anyDate = fc.oneof(
  fc.constantFrom('2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01'),
  fc
    .integer({ min: 0, max: 36_000 })
    .map((days) => Temporal.PlainDate.from('1990-01-01').add({ days }).toString()),
);
const anyTime = fc.integer({ min: 0, max: 1439 }).map(timeAtMinute);

const zonedStart = (date: string, time: string) =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(fixedTerms.timeZone, {
    disambiguation: 'later',
  });

describe('The instant of a local time', () => {
  test('is the one of Temporal for any day and time', () => {
    fc.assert(
      fc.property(anyDate, anyTime, (date, time) => {
        expect(startMs(date, time)).toBe(zonedStart(date, time).epochMilliseconds);
      }),
      { numRuns: 300 },
    );
  });

  test('is the one of Temporal for every minute of both clock changes', () => {
    for (const date of ['2026-03-08', '2026-11-01']) {
      for (let minute = 0; minute < 240; minute += 1) {
        const time = timeAtMinute(minute);
        expect(startMs(date, time)).toBe(zonedStart(date, time).epochMilliseconds);
      }
    }
  });

  test.each([
    ['2026-02-30', '09:00'],
    ['2026-12-01', '24:00'],
    ['2026-12-01', 'noon'],
    ['soon', '09:00'],
    ['', ''],
  ])('is a RangeError for %s %s', (date, time) => {
    expect(() => startsAt(date, time)).toThrow(RangeError);
  });
});

test('the latest moment with a local time is at most a day and an hour ago', () => {
  fc.assert(
    fc.property(anyDate, anyTime, anyTime, (date, clock, time) => {
      const now = startMs(date, clock);
      const latest = latestMs(time, now);
      expect(latest).toBeLessThanOrEqual(now);
      expect(now - latest).toBeLessThanOrEqual(25 * 3_600_000);
      expect([startMs(date, time), startMs(addDays(date, -1), time)]).toContain(latest);
    }),
    { numRuns: 300 },
  );
});

test('the local day is the one of Temporal at any moment', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1990-01-01'), max: new Date('2089-01-01') }), (moment) => {
      fc.pre(!Number.isNaN(moment.getTime()));
      const zoned = Temporal.Instant.from(moment.toISOString()).toZonedDateTimeISO(
        fixedTerms.timeZone,
      );
      expect(localToday(moment.toISOString())).toBe(zoned.toPlainDate().toString());
    }),
  );
});

test('days are added and months end as in Temporal', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -800, max: 800 }), (date, days) => {
      const day = Temporal.PlainDate.from(date);
      expect(addDays(date, days)).toBe(day.add({ days }).toString());
      expect(monthOf(date)).toEqual({
        from: day.with({ day: 1 }).toString(),
        to: day.with({ day: day.daysInMonth }).toString(),
      });
    }),
  );
});
