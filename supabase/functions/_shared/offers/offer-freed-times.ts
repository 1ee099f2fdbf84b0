import { matchFreedTimes, type FreedTime } from '../../../../domain/booking/waiting-list.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { readOpeningRules } from '../bookings/opening-rules.ts';
import { expireOffers, offerFreedTime, readTakenFor, readWaiting } from './waiting-calls.ts';

type Deps = Pick<FunctionDeps, 'rest' | 'now' | 'wakeWorkers'>;

/**
 * Offers available times to the waiting list. It checks which times are available rather than which events
 * happened: a cancellation, a move, an expired hold and an unblocked day are all the same. Any number of hosts may
 * run it at once. Returns the number of ended and made offers.
 */
export async function offerFreedTimes(deps: Deps): Promise<number> {
  const ended = await expireOffers(deps.rest);
  const { entries, taken } = await readWaiting(deps.rest);
  if (entries.length === 0) return ended;
  const rules = await readOpeningRules(deps.rest);
  const now = deps.now().getTime();
  let made = 0;
  const offerEach = async (found: readonly FreedTime[]) => {
    for (const { id, time } of found) {
      if (await offerFreedTime(deps.rest, id, time)) made += 1;
    }
  };
  if (rules.timesFrom === 'rules') {
    await offerEach(matchFreedTimes({ waiting: entries, rules, taken, now }));
  } else {
    // What is taken depends on the place of each customer, and on the time held for the one before.
    for (const entry of entries) {
      const there = await readTakenFor(deps.rest, entry);
      await offerEach(matchFreedTimes({ waiting: [entry], rules, taken: there, now }));
    }
  }
  if (made > 0) deps.wakeWorkers();
  return ended + made;
}
