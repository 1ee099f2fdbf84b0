import { useEffect, useState } from 'react';

const minute = 60_000;

/** Epoch milliseconds, fresh every minute: a time that has come too near must leave the list by itself. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
