import { newCustomer } from '../fixtures/accounts.ts';
import { successOf } from '../fixtures/bookings.ts';
import { allAtOnce, beginPaying, newEmail, requestTime, verify } from '../fixtures/clients.ts';
import type { System } from '../fixtures/system.ts';
import { crowKm, drive } from '../../fixtures/drivable.ts';
import type { Query } from '../../fixtures/places.ts';
import type { Race } from './race.ts';
import { asksOf, type Account, type Asked, type Standing } from './travel-asks.ts';
import {
  anyWish,
  lateWish,
  readVisits,
  slotOf,
  terms,
  visitOf,
  type Wish,
} from './travel-judge.ts';

const together = 40;
const mostDays = 300;
const mostKm = 45;
const accounts = 8;

type Unpaid = { wish: Wish; bookingId: string; intentId: string };

/**
 * One van, and travel counts. On each day customers at random places request random starts, pay holds that are live or
 * have expired, and move their bookings, while the owner moves others and books customers who phone, all at once. A
 * program that shares no code with the product drives the day.
 */
export const travelStorm: Race = {
  name: 'random places with travel on',
  share: 100,
  run: async ({ system, slots, rounds, count }) => {
    const days = Array.from({ length: Math.min(rounds, mostDays) }, slots.takeDay);
    const areas = await system.whileDown(switchOn);
    const owner = await system.owner();
    const people: Account[] = [];
    for (let made = 0; made < accounts; made += 1) {
      const email = newEmail();
      const { access_token: token } = await newCustomer(system.origin(), system.mails, email);
      people.push({ email, token });
    }
    const standing: Standing[] = [];
    const tally = { winners: 0, moved: 0, phoned: 0, late: 0 };
    for (let done = 0; done < rounds; done += together) {
      const batch = Math.min(together, rounds - done);
      const dayOf = (index: number) => days[(done + index) % days.length] ?? '';
      const expired = await holdEach(
        system,
        areas,
        Array.from({ length: batch }, (_, i) => dayOf(i)),
      );
      // Also those of the batch before, so that a later round has the day again.
      await system.whileDown((query) =>
        query(`update public.slot_claims set expires_at = now() - interval '1 second'
          where expires_at is not null and booking_id is not null`),
      );
      for (let index = 0; index < batch; index += 1) {
        const day = dayOf(index);
        const live = await holdToPay(system, anyWish(system, areas, day), people[index % accounts]);
        const asked = asksOf({ system, areas, day, owner, people, standing });
        const late = expired.get(day);
        const answers = await allAtOnce(
          system.chance.shuffled([
            ...asked,
            ...[live, late].flatMap((held) => (held ? payments(system, held) : [])),
          ]),
        );
        // A customer moves a booking five times a day at most.
        count(answers, ['slot_taken', 'too_many_moves']);
        const won = answers.flatMap((one) => (one.isWon && one.wish ? [one as Won] : []));
        const isLivePaid = live && (await isStanding(system, live));
        system.aims.expect(!live || isLivePaid === true, 'A live hold that is paid stands', live);
        const isLatePaid = late && (await isStanding(system, late));
        const before = standing.filter((one) => one.wish.day === day).map(({ wish }) => wish);
        const now = [
          ...before,
          ...won.map(({ wish }) => wish),
          ...(live ? [live.wish] : []),
          ...(late && isLatePaid ? [late.wish] : []),
        ];
        judge(system, now, [
          ...answers.flatMap(({ isWon, wish, code }) =>
            !isWon && wish && code === 'slot_taken' ? [wish] : [],
          ),
          ...(late && !isLatePaid ? [late.wish] : []),
        ]);
        for (const one of won) keepStanding(standing, one, tally);
        if (live) {
          standing.push({ ...live, account: people[index % accounts] ?? null });
          tally.winners += 1;
        }
        if (late && isLatePaid) {
          standing.push({ ...late, account: null });
          tally.late += 1;
        }
      }
    }
    const driven = await system.whileDown(async (query) =>
      drive(await readVisits(query, days), terms),
    );
    system.aims.expect(
      driven.lateDays === 0,
      'Every day can be driven',
      driven.lateLegs.slice(0, 5),
    );
    const { winners, moved, phoned, late } = tally;
    return {
      winners: winners + late,
      seen: `${moved} by moving, ${phoned} by phone, ${late} by a late payment; ${driven.days} days driven, ${driven.lateDays} late`,
    };
  },
};

type Won = Asked & { wish: Wish };

/** No two winners that one van cannot drive, and no loser that it could have driven besides. */
function judge({ aims }: System, now: readonly Wish[], losers: readonly Wish[]): void {
  const { lateLegs } = drive(now.map(visitOf), terms);
  aims.expect(lateLegs.length === 0, 'One van reaches all winners of a day', { now, lateLegs });
  for (const wish of losers) {
    aims.expect(lateWish(now, wish), 'A start that the van reaches is not refused', { now, wish });
  }
}

function keepStanding(
  standing: Standing[],
  { wish, bookingId, moves, isPhone }: Won,
  tally: { winners: number; moved: number; phoned: number },
): void {
  tally.winners += 1;
  if (moves) {
    moves.wish = wish;
    tally.moved += 1;
  } else if (isPhone && bookingId) {
    standing.push({ wish, bookingId, account: null });
    tally.phoned += 1;
  }
}

/** A start every half hour for new and moved bookings. Returns the areas that customers are in. */
async function switchOn(query: Query): Promise<string[]> {
  await query(`update public.opening_hours set ends_by = '18:00', starts = array(
      select '08:00'::time + number * interval '30 minutes' from generate_series(0, 16) as number),
    move_from = '08:00', move_until = '16:00', move_every_minutes = 30, move_ends_by = '18:00'
    where weekday between 1 and 7`);
  await query(
    `update public.travel_settings set is_on = true, base_postal_code = 'L7C 1A1' where id`,
  );
  const rows = await query<{ area: string }>(
    `select area from public.postal_areas
     where exists (select from public.service_area where area like prefix || '%') order by area`,
  );
  return rows.map(({ area }) => area).filter((area) => crowKm(area, terms.base) <= mostKm);
}

async function holdEach(system: System, areas: readonly string[], days: readonly string[]) {
  const held = new Map<string, Unpaid>();
  for (const day of days) {
    const one = await holdToPay(system, anyWish(system, areas, day));
    if (one) held.set(day, one);
  }
  return held;
}

/** A hold with its payment begun; null where the day has no room for it. */
async function holdToPay(
  { origin, aims }: System,
  wish: Wish,
  account?: Account,
): Promise<Unpaid | null> {
  const { status, code, body } = await requestTime(
    origin(),
    { ...slotOf(wish), email: account?.email ?? newEmail(), postalCode: `${wish.area} 1A1` },
    account ? { authorization: `Bearer ${account.token}` } : {},
  );
  if (status !== 201) {
    aims.expect(code === 'slot_taken', 'A late request is refused with its code', { status, code });
    return null;
  }
  const begun = await beginPaying(origin(), body);
  return { wish, bookingId: body.bookingId, intentId: begun.body.paymentIntentId };
}

/** The card is charged, and the provider and the page say so. What came of it is seen afterwards. */
function payments(system: System, { bookingId, intentId }: Unpaid): (() => Promise<Asked>)[] {
  system.provider.charge(intentId);
  const webhook = successOf(system, intentId);
  return [
    async () => ({ ...(await webhook()), isWon: false }),
    async () => ({ ...(await verify(system.origin(), bookingId)), isWon: false }),
  ];
}

async function isStanding({ origin }: System, { bookingId }: Unpaid): Promise<boolean> {
  const { body } = await verify(origin(), bookingId);
  return body.bookingStatus === 'deposit_paid';
}
