import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { text } from './values.ts';

const offer = z.object({
  /** `agreed`: the other customer has not answered. `over`: the appointment stands. */
  state: z.enum(['asked', 'agreed', 'swapped', 'over']),
  /** The first name. */
  customer_name: text,
  service_name: text,
  /** A local date, and local times. */
  day: text,
  old_time: text,
  new_time: text,
  /** An instant. */
  expires_at: text,
});

/** The page that the email of a swap links to. */
export const swapOffer = sqlContract('swap_offer', offer);
export const answeredSwap = sqlContract('answer_swap', offer);

export type SwapOffer = AnswerOf<typeof swapOffer>;
