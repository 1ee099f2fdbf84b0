import { z } from 'zod';
import type { Json } from '../../../database-types.ts';
import { waitingHoldMinutes } from '../../../../domain/booking/waiting-list.ts';
import type { ServiceRest } from '../http/deps.ts';
import { rpcAnswer } from '../http/rpc-answer.ts';

const takenTime = z.object({
  date: z.string(),
  time: z.string(),
  durationMinutes: z.number(),
  crew: z.number().nullable(),
  isTimeOff: z.boolean(),
});

const waitingAndTaken = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      date: z.string(),
      durationMinutes: z.number(),
      offered: z.array(z.string()),
    }),
  ),
  taken: z.array(takenTime),
});

/** Who waits for a time and has none offered, in order, and what is taken on their days. */
export const readWaiting = (rest: ServiceRest) =>
  rpcAnswer(rest.rpc('waiting_to_be_offered'), waitingAndTaken);

/** Holds a time for somebody and mails them. False when it was taken, or they were seen to, meanwhile. */
export const offerFreedTime = (rest: ServiceRest, waitingId: string, time: string) =>
  rpcAnswer(
    rest.rpc('offer_freed_time', {
      target_waiting_id: waitingId,
      start_time: time,
      hold_minutes: waitingHoldMinutes,
    }),
    z.boolean(),
  );

/** Ends what nobody answered in time; how many there were. */
export const expireOffers = (rest: ServiceRest) => rpcAnswer(rest.rpc('expire_offers'), z.number());

/** Takes people off the list whose day is long past; how many there were. */
export const forgetOldWaiting = (rest: ServiceRest) =>
  rpcAnswer(rest.rpc('forget_old_waiting'), z.number());

/** Throws `too_many_waiting`. */
export async function joinWaitingList(rest: ServiceRest, entry: Json): Promise<void> {
  await rpcAnswer(rest.rpc('join_waiting_list', { entry }), z.unknown());
}
