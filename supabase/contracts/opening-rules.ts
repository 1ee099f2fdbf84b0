import * as z from 'zod/mini';
import { sqlContract } from './contract.ts';

const minutes = z.int().check(z.nonnegative());
const times = z.array(z.string());

/** How times are given out. `domain/time/opening-rules.ts` says what each of them means. */
const openingRulesShape = z.object({
  leastNoticeMinutes: minutes,
  windowDays: minutes,
  moveWindowDays: minutes,
  bufferMinutes: minutes,
  crews: z.int().check(z.positive()),
  hours: z.array(
    z.object({
      weekday: z.int(),
      isOpen: z.boolean(),
      starts: times,
      endsBy: z.string(),
      moveFrom: z.string(),
      moveUntil: z.string(),
      moveEveryMinutes: z.int().check(z.positive()),
      moveEndsBy: z.string(),
    }),
  ),
  exceptions: z.array(
    z.object({
      day: z.string(),
      isOpen: z.boolean(),
      starts: z.nullable(times),
      endsBy: z.nullable(z.string()),
    }),
  ),
  servedPrefixes: z.array(z.string()),
});

export const openingRules = sqlContract('opening_rules', openingRulesShape);
