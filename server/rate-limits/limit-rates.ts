import type { MiddlewareHandler } from 'hono';
import { secondsToWait, type Counter, type Counting } from '../backend/auth/rate-limit.ts';
import { fromNoConnection } from '../client-address.ts';
import { countersFor } from '../networks.ts';
import { answerTooMany } from './answer-too-many.ts';
import { countInProcess } from './count-in-process.ts';
import { limitMisses } from './limit-misses.ts';
import { endpointOf, type LimitedEndpoint } from './limited-endpoints.ts';

type LimitOptions = Counting & { clientAddress: (request: Request) => string };

/**
 * Counts each request at a limited endpoint by the address it came from, before any work; where only misses
 * count, after the answer. The server's own requests come over no connection and are not counted.
 */
export function limitRates(options: LimitOptions): MiddlewareHandler {
  const countHere = countInProcess(options.now);
  const misses = limitMisses(options);
  const count = (endpoint: LimitedEndpoint, counter: Counter) => {
    if (endpoint.counts) return misses.secondsShut(counter);
    if (endpoint.kept === 'process') return countHere(counter);
    return secondsToWait(options, counter).catch(notCounted);
  };
  // A request refused for the closest network does not count for wider ones, where it would shut out neighbours.
  const firstWait = async (
    counters: readonly Counter[],
    waitAt: (counter: Counter) => number | null | Promise<number | null>,
  ) => {
    for (const counter of counters) {
      const wait = await waitAt(counter);
      if (wait !== null) return wait;
    }
    return null;
  };

  return async (context, next) => {
    const { method, path, raw } = context.req;
    const address = options.clientAddress(raw);
    const endpoint = endpointOf(method, path);
    if (!endpoint || address === fromNoConnection || !isCounted(endpoint, raw)) return next();
    const counters = countersFor(`endpoint:${endpoint.name}`, address, endpoint.limit);
    const refused = (retryAfterSeconds: number) =>
      answerTooMany({ path, retryAfterSeconds, code: endpoint.code });

    const wait = await firstWait(counters, (counter) => count(endpoint, counter));
    if (wait !== null) return refused(wait);
    await next();
    if (!endpoint.counts || !isMiss(context.res)) return undefined;
    const waitNow = await firstWait(counters, (counter) =>
      misses.countMiss(counter).catch(notCounted),
    );
    if (waitNow !== null) context.res = refused(waitNow);
    return undefined;
  };
}

// Without the database nothing can be counted, guessed or spent; the endpoint itself answers 503.
const notCounted = () => null;

// A request without a booking id is no guess: it reads the bookings of the signed-in customer.
const isCounted = ({ counts }: LimitedEndpoint, { headers }: Request) =>
  counts !== 'misses' || headers.has('x-booking-id');

const isMiss = ({ status, headers }: Response) =>
  status === 406 || headers.get('content-range')?.startsWith('*') === true;
