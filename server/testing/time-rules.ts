import type { Pool } from 'pg';
import type { Crews, Travel } from '../../domain/testing/any-rules.ts';
import type { OpeningRules } from '../../domain/time/opening-rules.ts';
import type { TakenTime } from '../../domain/time/schedule.ts';

/** Replaces the rules with these. */
export async function writeRules(pool: Pool, rules: OpeningRules): Promise<void> {
  await pool.query(
    `update public.time_settings set least_notice_minutes = $1, window_days = $2, move_window_days = $3,
       buffer_minutes = $4, crews = $5`,
    [
      rules.leastNoticeMinutes,
      rules.windowDays,
      rules.moveWindowDays,
      rules.bufferMinutes,
      rules.crews,
    ],
  );
  await pool.query('delete from public.opening_hours');
  await pool.query(
    `insert into public.opening_hours
     select weekday, "isOpen", starts, "endsBy", "moveFrom", "moveUntil", "moveEveryMinutes", "moveEndsBy"
     from jsonb_to_recordset($1) as one(weekday smallint, "isOpen" boolean, starts time[], "endsBy" time,
       "moveFrom" time, "moveUntil" time, "moveEveryMinutes" integer, "moveEndsBy" time)`,
    [JSON.stringify(rules.hours)],
  );
  await pool.query('delete from public.service_area');
  await pool.query('insert into public.service_area (prefix) select unnest($1::text[])', [
    rules.servedPrefixes,
  ]);
  await pool.query('delete from public.opening_exceptions');
  await pool.query(
    `insert into public.opening_exceptions (day, is_open, starts, ends_by)
     select day, "isOpen", starts, "endsBy"
     from jsonb_to_recordset($1) as one(day date, "isOpen" boolean, starts time[], "endsBy" time)`,
    [JSON.stringify(rules.exceptions)],
  );
}

/** Replaces the settings of travel with these. */
export async function writeTravel(pool: Pool, travel: Travel): Promise<void> {
  await pool.query(
    `update public.travel_settings as old
     set (is_on, base_postal_code, leaves_at, back_by, road_factor, speed_kmh, least_minutes, setup_minutes,
       packing_minutes, nearby_minutes, nearby_discount_cents) = (
         select is_on, base_postal_code, leaves_at, back_by, road_factor, speed_kmh, least_minutes, setup_minutes,
           packing_minutes, nearby_minutes, nearby_discount_cents
         from jsonb_populate_record(null::public.travel_settings, $1))`,
    [JSON.stringify(travel)],
  );
}

/** Gives the crews, from the first one on, these ways of their own. */
export async function writeCrews(pool: Pool, crews: Crews): Promise<void> {
  const numbered = JSON.stringify(crews.map((one, index) => ({ number: index + 1, ...one })));
  await pool.query(
    `update public.crews as crew set base_postal_code = own.base_postal_code, skills = own.skills
     from jsonb_populate_recordset(null::public.crews, $1) as own where own.number = crew.number`,
    [numbered],
  );
  await pool.query('delete from public.crew_hours');
  await pool.query(
    `insert into public.crew_hours (crew, weekday, works_from, works_until)
     select own.number, hours.weekday, hours.works_from, hours.works_until
     from jsonb_to_recordset($1) as own(number smallint, hours jsonb)
     join public.crews using (number)
     cross join jsonb_populate_recordset(null::public.crew_hours, nullif(own.hours, 'null')) as hours`,
    [numbered],
  );
}

/** Measured ways in place of all others: seconds between the areas of two postal codes. */
export async function writeWays(pool: Pool, ways: readonly [string, string, number][]) {
  await pool.query('delete from public.travel_ways');
  for (const [one, other, seconds] of ways) {
    if (one.slice(0, 3) === other.slice(0, 3)) continue;
    await pool.query(
      `select public.keep_ways(private.place_key(private.place_of($1)), jsonb_build_array(jsonb_build_object(
         'place', private.place_key(private.place_of($2)), 'seconds', $3::integer)))`,
      [one, other, seconds],
    );
  }
}

/** A taken time and where it is; by default where nobody knows. */
type TakenSomewhere = TakenTime & { postalCode?: string };

const spanOfStretch = `
  tstzrange(($1::date + $2::time) at time zone 'America/Toronto',
            ($1::date + $2::time) at time zone 'America/Toronto' + $3 * interval '1 minute', '[)')`;

/**
 * Books these times, one booking each, as far as a crew is available; then blocks time, which may overlap
 * bookings.
 */
export async function takeTimes(
  pool: Pool,
  taken: readonly TakenSomewhere[],
  bookingIds: string[],
) {
  const ids = [...bookingIds];
  for (const one of taken.filter(({ isTimeOff }) => !isTimeOff)) {
    const { date, time, durationMinutes, crew, postalCode = null } = one;
    await pool.query(
      `insert into public.slot_claims (during, booking_id, service_name, crew, longitude, latitude)
       values (${spanOfStretch}, $4, 'Premium Detailing', $5, (private.place_of($6))[0], (private.place_of($6))[1])
       on conflict do nothing`,
      [date, time, durationMinutes, ids.pop(), crew, postalCode],
    );
  }
  for (const { date, time, durationMinutes, crew } of taken.filter((one) => one.isTimeOff)) {
    await pool.query(
      `insert into public.slot_claims (during, reason, crew) values (${spanOfStretch}, 'Off', $4)`,
      [date, time, durationMinutes, crew],
    );
  }
}
