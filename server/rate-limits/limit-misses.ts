import { countAt, type Counting, type Counter } from '../backend/auth/rate-limit.ts';

const mostKept = 20_000;

/**
 * For counters where only guesses that found nothing count. They are counted in rows that all replicas share, after
 * the answer is known, so whoever finds what is theirs costs nothing. A counter that is shut is remembered in the process;
 * one that another replica has shut shows at the next guess, which is refused in place of being answered.
 */
export function limitMisses(counting: Counting) {
  const shutUntil = new Map<string, number>();

  const secondsShut = ({ key }: Counter): number | null => {
    const leftMs = (shutUntil.get(key) ?? 0) - counting.now().getTime();
    if (leftMs > 0) return Math.ceil(leftMs / 1000);
    shutUntil.delete(key);
    return null;
  };

  /** Null for a guess that may be answered, else the seconds until the next one may. */
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
