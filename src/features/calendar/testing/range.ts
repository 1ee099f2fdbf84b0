import type { CalendarBooking, CalendarRange } from '../api/calendar-range.ts';

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
