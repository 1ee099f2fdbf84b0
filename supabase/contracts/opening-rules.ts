import * as z from 'zod/mini';
import type { OpeningRules } from '../../domain/time/opening-rules.ts';
import { sqlContract } from './contract.ts';
import { flag, text, whole } from './values.ts';

const minutes = whole.check(z.nonnegative());
const times = z.array(text);

/** The opening rules; `domain/time/opening-rules.ts` documents each field. */
export const rules: z.ZodMiniType<OpeningRules> = z.object({
  leastNoticeMinutes: minutes,
  windowDays: minutes,
  moveWindowDays: minutes,
  bufferMinutes: minutes,
  crews: whole.check(z.positive()),
  arrivalWindowMinutes: z._default(minutes, 0),
  hours: z.array(
    z.object({
      weekday: whole,
      isOpen: flag,
      starts: times,
      endsBy: text,
      moveFrom: text,
      moveUntil: text,
      moveEveryMinutes: whole.check(z.positive()),
      moveEndsBy: text,
    }),
  ),
  exceptions: z.array(
    z.object({
      day: text,
      isOpen: flag,
      starts: z.nullable(times),
      endsBy: z.nullable(text),
    }),
  ),
  servedPrefixes: z.array(text),
  needsPlace: z._default(flag, false),
  timesFrom: z._default(z.enum(['rules', 'server']), 'rules'),
});

export const openingRules = sqlContract('opening_rules', rules);
