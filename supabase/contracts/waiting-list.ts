import * as z from 'zod/mini';
import { addOns } from './booking.ts';
import { functionContract, sqlContract, type AnswerOf } from './contract.ts';
import { flag, maybeText, text, vehicleType, whole } from './values.ts';

const outcome = z.enum(['held', 'taken', 'declined', 'withdrawn', 'lapsed']);

/** A time that is or was held for a customer on the list, behind the link of the email. */
const offer = z.object({
  state: outcome,
  date: text,
  time: text,
  expires_at: text,
  service_id: text,
  service_name: text,
  vehicle_type: vehicleType,
  add_ons: addOns,
  /** The entry is still on the waiting list. */
  is_waiting: flag,
  /** Present only while the time is held. */
  name: z.optional(text),
  email: z.optional(text),
  phone: z.optional(text),
  /** Where the visit is to be, if the customer told it. */
  postal_code: z.optional(maybeText),
});

export type WaitingOffer = z.infer<typeof offer>;

export const waitingOffer = sqlContract('waiting_offer', offer);
export const declinedOffer = sqlContract('decline_waiting_offer', offer);

export const waitingPeople = sqlContract(
  'waiting_list_of_days',
  z.array(
    z.object({
      id: text,
      day: text,
      service_id: text,
      service_name: text,
      vehicle_type: vehicleType,
      add_ons: addOns,
      name: text,
      email: text,
      phone: text,
      created_at: text,
      state: z.enum(['waiting', 'offered', 'booking', 'booked', 'unpaid', 'cancelled']),
      booking_id: maybeText,
      offered: z.array(z.object({ id: text, time: text, expires_at: text, outcome })),
    }),
  ),
);

export type WaitingPerson = AnswerOf<typeof waitingPeople>[number];

/** Entries without an offer, in order, and the unavailable times on their days. */
export const waitingToBeOffered = sqlContract(
  'waiting_to_be_offered',
  z.object({
    entries: z.array(
      z.object({
        id: text,
        date: text,
        serviceId: text,
        durationMinutes: whole,
        offered: z.array(text),
        postalCode: z._default(maybeText, null),
      }),
    ),
    taken: z.array(
      z.object({
        date: text,
        serviceId: text,
        time: text,
        durationMinutes: whole,
        crew: z.nullable(whole),
        isTimeOff: flag,
        gapMinutes: whole,
      }),
    ),
  }),
);

export const joinedWaitingList = functionContract(
  'join-waiting-list',
  z.object({ joined: z.literal(true) }),
);
