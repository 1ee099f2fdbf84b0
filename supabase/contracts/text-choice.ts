import * as z from 'zod/mini';
import { sqlContract } from './contract.ts';
import { flag, text } from './values.ts';

/** A customer's choice of texts about a booking; null when none can be sent. */
export const textChoice = sqlContract(
  'choose_texts',
  z.nullable(
    z.object({
      is_on: flag,
      /** What the customer consents to. */
      wording: text,
      /** The last four digits. */
      phone: text,
      /** The phone replied STOP, which only START ends. */
      is_stopped: flag,
    }),
  ),
);
