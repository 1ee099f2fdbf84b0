import type { CalendarBooking, CalendarRange, Offer, TimeOff } from '@contracts/calendar.ts';

export const booked = (changes: Partial<CalendarBooking> = {}): CalendarBooking => ({
  id: 'b1',
  booking_date: '2026-12-01',
  booking_time: '09:00',
  duration_minutes: 120,
  service_name: 'Basic Wash',
  customer_name: 'Mia Young',
  has_email: true,
  car: '2021 Mazda CX-5',
  city: 'Caledon',
  status: 'deposit_paid',
  done_at: null,
  no_show_at: null,
  called_off: null,
  due_cents: 4500,
  crew: 1,
  hold_expires_at: null,
  ...changes,
});

export const range = (changes: Partial<CalendarRange> = {}): CalendarRange => ({
  crews: 1,
  days: [{ day: '2026-12-01', is_special: false, label: null, from: '08:30', until: '18:00' }],
  bookings: [booked()],
  timeOff: [],
  offers: [],
  ...changes,
});

export const off = (changes: Partial<TimeOff> = {}): TimeOff => ({
  id: 't',
  day: '2026-12-01',
  from: '13:00',
  until: '15:00',
  crew: null,
  reason: 'Dentist',
  ...changes,
});

export const offered = (changes: Partial<Offer> = {}): Offer => ({
  id: 'o1',
  kind: 'rain',
  day: '2026-12-01',
  from: '15:00',
  until: '17:00',
  crew: 1,
  name: 'Rita',
  service_name: 'Basic Wash',
  booking_id: 'b9',
  expires_at: '2026-12-01T00:00:00Z',
  ...changes,
});
