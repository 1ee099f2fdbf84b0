import {
  isCounted,
  secondsToWait,
  type Counter,
  type Counting,
} from '../backend/auth/rate-limit.ts';
import { fromNoConnection } from '../client-address.ts';
import { countersFor } from '../networks.ts';

/**
 * The different postal areas that one network may ask about in an hour: enough for a family, an office or the
 * customers behind one address of a phone network, too few to find the areas of a day's visits.
 */
export const areasAnHour = { attempts: 12, windowSeconds: 60 * 60 };

type LimitOptions = Counting & { clientAddress: (request: Request) => string };

/**
 * Counts the postal areas that a network asks about, in rows that all replicas share. An area counts once an hour.
 * Returns whether the request may ask.
 */
export function limitAreas(options: LimitOptions) {
  // Questions at the same moment, such as two months of one calendar, count once.
  const asking = new Map<string, Promise<boolean>>();

  const countArea = async (address: string, area: Counter): Promise<boolean> => {
    if (await isCounted(options, area)) return true;
    for (const counter of countersFor('areas', address, areasAnHour)) {
      if ((await secondsToWait(options, counter)) !== null) return false;
    }
    await secondsToWait(options, area);
    return true;
  };

  return async (request: Request, area: string): Promise<boolean> => {
    const address = options.clientAddress(request);
    if (address === fromNoConnection) return true;
    const key = `area:${area}:${address}`;
    const asked = asking.get(key) ?? countArea(address, { key, limit: areasAnHour });
    asking.set(key, asked);
    return await asked.finally(() => asking.delete(key));
  };
}
