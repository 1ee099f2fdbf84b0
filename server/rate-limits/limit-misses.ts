import { countAt, type Counting, type Counter } from '../backend/auth/rate-limit.ts';

const mostKept = 20_000;

/**
 * Counts only guesses that found nothing, after the answer, in rows that all replicas share; a successful lookup
 * costs nothing. A used-up counter is remembered in the process. One used up at another replica is noticed at the
 * next guess, which is refused.
 */
export function limitMisses(counting: Counting) {
  const shutUntil = new Map<string, number>();

  const secondsShut = ({ key }: Counter): number | null => {
    const leftMs = (shutUntil.get(key) ?? 0) - counting.now().getTime();
    if (leftMs > 0) return Math.ceil(leftMs / 1000);
    shutUntil.delete(key);
    return null;
  };

  /** Null for a guess within the limit, otherwise the seconds to wait. */
  const countMiss = async (counter: Counter): Promise<number | null> => {
    const { attempts, secondsLeft } = await countAt(counting, counter);
    if (attempts >= counter.limit.attempts) {
      shutUntil.set(counter.key, counting.now().getTime() + secondsLeft * 1000);
      const [oldest] = shutUntil.keys();
      if (shutUntil.size > mostKept && oldest !== undefined) shutUntil.delete(oldest);
    }
    return attempts > counter.limit.attempts ? secondsLeft : null;
  };

  return { secondsShut, countMiss };
}
