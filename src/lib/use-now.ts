import { useEffect, useState } from 'react';
import { clockNow, onClockSet } from './clock.ts';

const minute = 60_000;

/**
 * Epoch milliseconds by the server's clock, fresh every minute: a time that has come too near must leave the list
 * by itself.
 */
export function useNow(): number {
  const [now, setNow] = useState(clockNow);
  useEffect(() => {
    const look = () => setNow(clockNow());
    const timer = setInterval(look, minute);
    const forget = onClockSet(look);
    return () => {
      clearInterval(timer);
      forget();
    };
  }, []);
  return now;
}
