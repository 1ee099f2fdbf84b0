import * as z from 'zod/mini';
import { functionContract } from './contract.ts';
import { text, whole } from './values.ts';

/** The open times by day; `domain/time/open-days.ts` documents each field. */
export const openTimes = functionContract(
  'open-times',
  z.object({
    days: z.array(
      z.object({
        date: text,
        times: z.readonly(z.array(text)),
        none: z.nullable(z.enum(['closed', 'over', 'time-off', 'full'])),
        /** Those of the times that another visit is near to. */
        nearby: z._default(z.readonly(z.array(text)), []),
      }),
    ),
    /** What a booking at one of these costs less. */
    nearbyDiscountCents: z._default(whole, 0),
  }),
);
