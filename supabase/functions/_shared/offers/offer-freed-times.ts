import { matchFreedTimes } from '../../../../domain/booking/waiting-list.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { readOpeningRules } from '../bookings/opening-rules.ts';
import { expireOffers, offerFreedTime, readWaiting } from './waiting-calls.ts';

type Deps = Pick<FunctionDeps, 'rest' | 'now' | 'wakeWorkers'>;

/**
 * Offers what is free to whoever waits for it. It looks at what is free now rather than at what happened:
 * so it makes no difference whether a booking was cancelled or moved, a hold ran out, or the owner opened
 * the day. Any number of hosts may do it at once. Answers how many offers ended or were made.
 */
export async function offerFreedTimes(deps: Deps): Promise<number> {
  const ended = await expireOffers(deps.rest);
  const { entries, taken } = await readWaiting(deps.rest);
  if (entries.length === 0) return ended;
  const rules = await readOpeningRules(deps.rest);
  let made = 0;
  for (const { id, time } of matchFreedTimes({
    waiting: entries,
    rules,
    taken,
    now: deps.now().getTime(),
  })) {
    if (await offerFreedTime(deps.rest, id, time)) made += 1;
  }
  if (made > 0) deps.wakeWorkers();
  return ended + made;
}
