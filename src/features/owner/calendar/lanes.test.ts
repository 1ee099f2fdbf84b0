import { expect, test } from 'vitest';
import { calendarEvents, withoutCrewHours } from './calendar-events.ts';
import { crewAt, inLanes, lanesOf } from './lanes.ts';
import { booked, off, range } from './testing/range.ts';

const eventsOf = (...[changes]: Parameters<typeof range>) =>
  calendarEvents(range({ crews: 2, ...changes }), null, '2026-11-30T12:00:00');
const classOf = (events: ReturnType<typeof inLanes>, id: string) =>
  events.find((event) => event.id === id)?.className;

test('each crew of the business or of the day has a lane', () => {
  expect(lanesOf(eventsOf(), [1, 3])).toEqual([1, 3]);
  expect(lanesOf(eventsOf({ bookings: [booked({ crew: 2 })] }), [1, 3])).toEqual([1, 2, 3]);
  expect(lanesOf(eventsOf(), [1])).toBeNull();
  expect(lanesOf([], [1, 2, 3, 4, 5, 6, 7])).toBeNull();
});

test('a visit is in the lane of its crew, and time blocked for all crews in every lane', () => {
  const events = inLanes(
    eventsOf({ bookings: [booked(), booked({ id: 'b2', crew: 2 })], timeOff: [off()] }),
    [1, 2],
  );
  expect(classOf(events, 'booking:b1')).toContain('cal-lane-0');
  expect(classOf(events, 'booking:b2')).toContain('cal-lane-1');
  expect(classOf(events, 'time-off:t:0')).toContain('cal-lane-0');
  expect(classOf(events, 'time-off:t:1')).toContain('cal-lane-1');
});

test('a visit in blocked time shares its lane with it', () => {
  const events = inLanes(eventsOf({ timeOff: [off({ from: '10:00', crew: 1 })] }), [1, 2]);
  expect(classOf(events, 'booking:b1')).toContain('cal-second-half');
  expect(classOf(events, 'time-off:t')).toContain('cal-first-half');
  const apart = inLanes(eventsOf({ timeOff: [off({ from: '10:00', crew: 2 })] }), [1, 2]);
  expect(classOf(apart, 'booking:b1')).not.toContain('half');
});

test.each([
  [300, 1],
  [599, 1],
  [600, 3],
  [899, 3],
  [299, null],
  [900, null],
])('the lane at %i pixels is that of crew %s', (x, crew) => {
  expect(crewAt(x, { left: 300, width: 600 }, [1, 3])).toBe(crew);
});

test('the hours in which a crew is off are in its lane, and else a line above the day', () => {
  const crewHours = [{ day: '2026-12-01', crew: 2, from: '10:00', until: '16:00' }];
  const events = eventsOf({ crewHours });
  const lanes = inLanes(events, [1, 2]).filter(({ id }) => String(id).startsWith('crew-off:'));
  expect(lanes.map(({ start, end, className }) => [start, end, className])).toEqual([
    [
      '2026-12-01T00:00:00',
      '2026-12-01T10:00:00',
      'cal-event cal-crew-hours cal-crew crew-look-1 cal-lane-1',
    ],
    [
      '2026-12-01T16:00:00',
      '2026-12-02T00:00:00',
      'cal-event cal-crew-hours cal-crew crew-look-1 cal-lane-1',
    ],
  ]);
  const shown = withoutCrewHours(events, false).filter(
    ({ extendedProps }) => extendedProps.shown?.kind === 'crewHours',
  );
  expect(shown).toMatchObject([{ id: 'crew-hours:2026-12-01:2', allDay: true }]);
});

test('a crew that works as long as the business is open has no line', () => {
  const crewHours = [{ day: '2026-12-01', crew: 2, from: '08:00', until: '19:00' }];
  expect(eventsOf({ crewHours })).toEqual(eventsOf({}));
});
