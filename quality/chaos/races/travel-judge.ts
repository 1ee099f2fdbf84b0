import { drive, type Terms, type Visit } from '../../fixtures/drivable.ts';
import type { Query } from '../../fixtures/places.ts';
import type { System } from '../fixtures/system.ts';

/** A start in minutes since midnight, of a basic wash in a postal area. */
export type Wish = { day: string; from: number; area: string };

/** A basic wash. */
const minutes = 120;

/** As the settings of a new database, with a base. */
export const terms: Terms = {
  base: 'L7C',
  leavesAt: 7 * 60,
  backBy: 20 * 60,
  roadFactor: 1.3,
  speed: 50,
  least: 10,
  setup: 10,
  packing: 10,
};

export const visitOf = ({ day, from, area }: Wish): Visit => ({
  crew: 1,
  day,
  from,
  until: from + minutes,
  area,
});

/** A random start and place. */
export function anyWish({ chance }: System, areas: readonly string[], day: string): Wish {
  return {
    day,
    from: 8 * 60 + chance.below(17) * 30,
    area: areas[chance.below(areas.length)] ?? '',
  };
}

export const slotOf = ({ day, from }: Wish) => ({
  bookingDate: day,
  bookingTime: `${String(Math.floor(from / 60)).padStart(2, '0')}:${String(from % 60).padStart(2, '0')}`,
});

/** Whether the van is late somewhere when it takes this one, too. */
export const lateWish = (others: readonly Wish[], wish: Wish): boolean =>
  drive([...others, wish].map(visitOf), terms).lateLegs.length > 0;

/** Everything that is booked or held on these days, where its address is. */
export const readVisits = (query: Query, days: readonly string[]) =>
  query<Visit>(
    `select claim.crew, claim.local_date::text as day, left(booking.postal_code, 3) as area,
       extract(epoch from booking.booking_time)::integer / 60 as from,
       extract(epoch from booking.booking_time)::integer / 60 + booking.duration_minutes as until
     from public.slot_claims as claim
     join public.bookings as booking on booking.id = claim.booking_id
     where claim.local_date = any ($1)
       and (claim.expires_at is null or claim.expires_at > now())`,
    [days],
  );
