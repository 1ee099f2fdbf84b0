import { useEffect, useState, useSyncExternalStore } from 'react';
import { clockAheadMs, onClockSet } from './clock.ts';

const minute = 60_000;

/**
 * Epoch milliseconds by the server's clock, fresh every minute: a time that has come too near must leave the list
 * by itself.
 */
export function useNow(): number {
  const aheadMs = useSyncExternalStore(onClockSet, clockAheadMs, clockAheadMs);
  const [deviceNow, setDeviceNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setDeviceNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return deviceNow + aheadMs;
}
