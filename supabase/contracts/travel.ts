import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { flag, maybeText, text, whole } from './values.ts';

const settings = z.object({
  isOn: flag,
  basePostalCode: maybeText,
  /** Local times. */
  leavesAt: text,
  backBy: text,
  roadFactor: z.number(),
  speedKmh: whole,
  leastMinutes: whole,
  setupMinutes: whole,
  packingMinutes: whole,
  /** How far a visit next to a start may be that is marked as nearby; null for no marks. */
  nearbyMinutes: z.nullable(whole),
  nearbyDiscountCents: whole,
  /** A swap that saves so many minutes is suggested; null for no suggestions. */
  swapMinutes: z.nullable(whole),
});

/** An upcoming visit whose van is late: a leg needs more minutes than there are. */
const lateVisit = z.object({
  id: text,
  customerName: text,
  day: text,
  time: text,
  serviceName: text,
  /** From the visit before, from the base, or back to it. */
  leg: z.enum(['between', 'out', 'home']),
  /** The visit before; null for the other legs. */
  from: z.nullable(z.object({ customerName: text, time: text })),
  needs: whole,
  thereAre: whole,
});

/** Everything the owner's screen of travel shows. */
const page = z.object({
  settings,
  /** As if travel counted: the first hundred, and the number of all. */
  late: z.object({ total: whole, visits: z.array(lateVisit) }),
  /** The last ten changes. */
  changes: z.array(
    z.object({ at: text, by: text, was: z.partial(settings), is: z.partial(settings) }),
  ),
});

export const travelPage = sqlContract('travel_page', page);
export const changedTravel = sqlContract('change_travel', page);

/** Between two postal codes; null when the place of one is not known. */
export const exampleDrive = sqlContract(
  'example_drive',
  z.nullable(
    z.object({
      kilometres: z.number(),
      minutes: whole,
      gapMinutes: whole,
      /** By a routing service; else estimated. */
      isMeasured: flag,
    }),
  ),
);

/** Rounded to about 100 m; `key` is the place's name in the database. */
const roundedPlace = z.object({ key: whole, longitude: z.number(), latitude: z.number() });

/** The next ways to measure; null when there are none. */
export const waysToAsk = sqlContract(
  'ways_to_ask',
  z.nullable(z.object({ hub: roundedPlace, places: z.array(roundedPlace) })),
);

/** The next address to find; null when there is none. */
export const addressToFind = sqlContract(
  'address_to_find',
  z.nullable(z.object({ bookingId: text, street: text, postalCode: text })),
);

export type TravelPage = AnswerOf<typeof travelPage>;
export type TravelSettings = TravelPage['settings'];
export type LateVisit = TravelPage['late']['visits'][number];
