import type { Counter } from '../backend/auth/rate-limit.ts';

type Count = { attempts: number; expiresAt: number };

const mostKept = 20_000;

/**
 * Counts attempts in this process, for endpoints that only cost effort. Beyond a number of addresses the oldest
 * are dropped, so the memory is bounded.
 */
export function countInProcess(now: () => Date) {
  const counts = new Map<string, Count>();
  return ({ key, limit }: Counter): number | null => {
    const at = now().getTime();
    const known = counts.get(key);
    const count =
      known && known.expiresAt > at
        ? known
        : { attempts: 0, expiresAt: at + limit.windowSeconds * 1000 };
    count.attempts += 1;
    if (count !== known) {
      counts.delete(key);
      counts.set(key, count);
      forgetOldest(counts);
    }
    if (count.attempts <= limit.attempts) return null;
    return Math.max(1, Math.ceil((count.expiresAt - at) / 1000));
  };
}

function forgetOldest(counts: Map<string, Count>) {
  if (counts.size <= mostKept) return;
  const [oldest] = counts.keys();
  if (oldest !== undefined) counts.delete(oldest);
}
