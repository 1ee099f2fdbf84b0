import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '../business/default-business.ts';
import { bookingCalendarFile } from './calendar-file.ts';
import type { CalendarBooking } from './calendar-file.ts';
import { startsAt } from '../time/schedule.ts';

const booking: CalendarBooking = {
  calendarUid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  serviceName: 'Premium Detailing',
  car: '2021 Mazda CX-5',
  bookingNumber: '7KQ4-M2XB',
  startsAt: '2026-12-01T14:00:00Z',
  durationMinutes: 180,
  location: '12 King St E; rear, Caledon, ON L7C 1A1',
  sequence: 0,
  cancelled: false,
  stamp: '2026-11-20T10:30:15.250Z',
  url: 'https://lustre.example/my-bookings',
};

const { facts } = defaultBusiness;

function read(changes: Partial<CalendarBooking> = {}) {
  const calendar = new ICAL.Component(
    ICAL.parse(bookingCalendarFile({ ...booking, ...changes }, facts)) as unknown[],
  );
  const event = calendar.getFirstSubcomponent('vevent');
  if (!event) throw new Error('no event in the calendar');
  const value = (name: string) => event.getFirstPropertyValue(name)?.toString();
  return { method: calendar.getFirstPropertyValue('method'), value };
}

const octets = (line: string) => encodeURIComponent(line).replace(/%../g, '.').length;

describe('a booking as a calendar file', () => {
  test('names the service, the place and the time in UTC', () => {
    const { method, value } = read();
    expect(method).toBe('PUBLISH');
    expect(value('summary')).toBe('Premium Detailing with Lustre Mobile Detailing');
    expect(value('location')).toBe('12 King St E; rear, Caledon, ON L7C 1A1');
    expect(value('dtstart')).toBe('2026-12-01T14:00:00Z');
    expect(value('dtend')).toBe('2026-12-01T17:00:00Z');
    expect(value('dtstamp')).toBe('2026-11-20T10:30:15Z');
    expect(value('description')).toBe(
      '2021 Mazda CX-5\nBooking number 7KQ4-M2XB\nQuestions? Call (905) 555-0142.\n' +
        'To move or cancel, use the button in your confirmation email, or go to https://lustre.example/my-bookings',
    );
    expect(value('url')).toBe(booking.url);
    expect(value('organizer')).toBe('mailto:bookings@lustre.example');
    expect(value('status')).toBe('CONFIRMED');
  });

  test('keeps its UID and increments its sequence when the booking moves', () => {
    const moved = read({ startsAt: '2026-12-02T14:00:00Z', sequence: 3 });
    expect(moved.value('uid')).toBe(read().value('uid'));
    expect(moved.value('uid')).toBe('6f9619ff-8b86-4d01-b42d-00cf4fc964ff@lustre.example');
    expect(moved.value('sequence')).toBe('3');
  });

  test('removes the entry when the booking is cancelled', () => {
    const { method, value } = read({ cancelled: true, sequence: 1 });
    expect(method).toBe('CANCEL');
    expect(value('status')).toBe('CANCELLED');
  });

  test.each([
    ['2026-03-07', '2026-03-07T14:00:00Z'],
    ['2026-03-08', '2026-03-08T13:00:00Z'],
    ['2026-10-31', '2026-10-31T13:00:00Z'],
    ['2026-11-01', '2026-11-01T14:00:00Z'],
  ])('for 9:00 on %s starts at %s, on either side of a clock change', (date, instant) => {
    expect(read({ startsAt: startsAt(date, '09:00') }).value('dtstart')).toBe(instant);
  });

  test('ends every line with CRLF and folds lines at 75 octets', () => {
    const location = 'Rue de l’Église à côté du café 🚗, '.repeat(8);
    const file = bookingCalendarFile({ ...booking, location }, facts);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const lengths = file.split('\r\n').map(octets);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
    expect(Math.max(...lengths)).toBeGreaterThan(70);
    expect(read({ location }).value('location')).toBe(location);
  });

  test('gets no line of its own from customer input', () => {
    const { value } = read({
      location: 'Home\r\nATTENDEE:mailto:eve@example.com\nEND:VEVENT',
      url: 'https://lustre.example/\r\nX-INJECTED:1',
    });
    expect(value('attendee')).toBeUndefined();
    expect(value('x-injected')).toBeUndefined();
    expect(value('status')).toBe('CONFIRMED');
    expect(value('location')).toBe('Home\nATTENDEE:mailto:eve@example.com\nEND:VEVENT');
  });

  test('keeps any location exactly as typed', () => {
    const characters = fc.string({
      unit: fc.constantFrom('a', 'é', '字', '🚗', ',', ';', ':', '\\', '"', '\n', ' '),
      maxLength: 200,
    });
    fc.assert(
      fc.property(characters, (middle) => {
        const location = `a${middle}z`;
        expect(read({ location }).value('location')).toBe(location);
      }),
    );
  });
});
