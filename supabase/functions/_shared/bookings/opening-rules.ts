import { z } from 'zod';
import type { OpeningRules } from '../../../../domain/time/opening-rules.ts';
import type { ServiceRest } from '../http/deps.ts';
import { rpcAnswer } from '../http/rpc-answer.ts';

const minutes = z.number().int().nonnegative();
const times = z.array(z.string());

const openingRules = z.object({
  leastNoticeMinutes: minutes,
  windowDays: minutes,
  moveWindowDays: minutes,
  bufferMinutes: minutes,
  crews: z.number().int().positive(),
  hours: z.array(
    z.object({
      weekday: z.number().int(),
      isOpen: z.boolean(),
      starts: times,
      endsBy: z.string(),
      moveFrom: z.string(),
      moveUntil: z.string(),
      moveEveryMinutes: z.number().int().positive(),
      moveEndsBy: z.string(),
    }),
  ),
  exceptions: z.array(
    z.object({
      day: z.string(),
      isOpen: z.boolean(),
      starts: times.nullable(),
      endsBy: z.string().nullable(),
    }),
  ),
  servedPrefixes: z.array(z.string()),
});

/** How times are given out at this moment. */
export async function readOpeningRules(rest: ServiceRest): Promise<OpeningRules> {
  return rpcAnswer(rest.rpc('opening_rules'), openingRules);
}
