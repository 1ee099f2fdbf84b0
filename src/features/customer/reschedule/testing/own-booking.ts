import { aBooking } from '@/entities/booking/testing/booking-record.ts';
import type { Reply } from '@/testing/fake-backend.ts';
import type { OwnBooking } from '../api/get-booking.ts';

/** A booking as its customer may read it: premium for an SUV, paid in full. */
export function anOwnBooking(change: Partial<OwnBooking> = {}): OwnBooking {
  return {
    ...aBooking(),
    add_ons: null,
    vehicle_name: 'SUV / Compact SUV',
    total_cents: 11999,
    due_now_cents: 11999,
    deposit_cents: 2000,
    address: '12 Maple Lane',
    city: 'Caledon',
    province: 'ON',
    postal_code: 'L7C 1A1',
    is_rained_out: false,
    money: { paid_cents: 11999, refunded_cents: 0, due_on_site_cents: 0 },
    ...change,
  };
}

export type Slot = {
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
  service_name: string | null;
  crew: number | null;
};

/** Another customer has booked this time. */
export function taken(date: string, time: string, durationMinutes = 180): Slot {
  return {
    booking_date: date,
    booking_time: time,
    duration_minutes: durationMinutes,
    service_name: 'Premium Detailing',
    crew: 1,
  };
}

export function fullDay(date: string): Slot {
  return taken(date, '08:00', 540);
}

/** Answers a question for a day or for a range of days. */
export function slotsAnswer(slotsFor: (asked: 'day' | 'month') => readonly Slot[]) {
  return ({ query }: { query: URLSearchParams }): Reply => {
    const edges = query.getAll('booking_date').map((filter) => filter.split('.'));
    const edge = (operator: string) => edges.find(([name]) => name === operator)?.[1];
    const day = edge('eq');
    const body = slotsFor(day ? 'day' : 'month').filter(
      ({ booking_date: date }) =>
        (day ?? edge('gte') ?? '') <= date && date <= (day ?? edge('lte') ?? ''),
    );
    return { body };
  };
}

/** The database refuses with a code. */
export function refusedBy(code: string): Reply {
  return { status: 409, body: { code: 'PT409', message: code, details: null, hint: null } };
}
