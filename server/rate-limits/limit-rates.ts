import type { MiddlewareHandler } from 'hono';
import { secondsToWait, type Counting, type Door } from '../backend/auth/rate-limit.ts';
import { fromNoConnection } from '../client-address.ts';
import { doorsFrom } from '../networks.ts';
import { answerTooMany } from './answer-too-many.ts';
import { countInProcess } from './count-in-process.ts';
import { doorOf, type GuardedDoor } from './guarded-doors.ts';
import { limitMisses } from './limit-misses.ts';

type LimitOptions = Counting & { clientAddress: (request: Request) => string };

/**
 * Counts each request at its door by the address it came from, before anything is done for it; where only misses
 * count, after. What the server asks of itself came over no connection and is not counted.
 */
export function limitRates(options: LimitOptions): MiddlewareHandler {
  const knockInProcess = countInProcess(options.now);
  const misses = limitMisses(options);
  const knockAt = (guarded: GuardedDoor, door: Door) => {
    if (guarded.counts === 'misses') return misses.secondsShut(door);
    if (guarded.kept === 'process') return knockInProcess(door);
    return secondsToWait(options, door).catch(notCounted);
  };
  // What the closest network is refused counts at no wider one, where it would shut out the neighbours.
  const firstWait = async (
    doors: readonly Door[],
    waitAt: (door: Door) => number | null | Promise<number | null>,
  ) => {
    for (const door of doors) {
      const wait = await waitAt(door);
      if (wait !== null) return wait;
    }
    return null;
  };

  return async (context, next) => {
    const { method, path, raw } = context.req;
    const address = options.clientAddress(raw);
    const guarded = doorOf(method, path);
    if (!guarded || address === fromNoConnection || !isCounted(guarded, raw)) return next();
    const doors = doorsFrom(`door:${guarded.name}`, address, guarded.limit);
    const refused = (retryAfterSeconds: number) =>
      answerTooMany({ path, retryAfterSeconds, code: guarded.code });

    const wait = await firstWait(doors, (door) => knockAt(guarded, door));
    if (wait !== null) return refused(wait);
    await next();
    if (guarded.counts !== 'misses' || !isMiss(context.res)) return undefined;
    const waitNow = await firstWait(doors, (door) => misses.countMiss(door).catch(notCounted));
    if (waitNow !== null) context.res = refused(waitNow);
    return undefined;
  };
}

// Without the database nothing can be counted, nor guessed or spent: what is behind the door says so itself.
const notCounted = () => null;

// Whoever names no booking by its id looks for none: they see their own, by who they are.
const isCounted = ({ counts }: GuardedDoor, { headers }: Request) =>
  counts !== 'misses' || headers.has('x-booking-id');

const isMiss = ({ status, headers }: Response) =>
  status === 406 || headers.get('content-range')?.startsWith('*') === true;
