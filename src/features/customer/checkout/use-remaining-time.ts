import { useEffect, useState } from 'react';
import { clockNow } from '@/lib/clock.ts';

const second = 1000;

/** Milliseconds until an instant, never below 0; fresh every second while `steps` are seconds. */
export function useRemainingMs(instant: string): number {
  const [now, setNow] = useState(clockNow);
  const remaining = Math.max(0, Date.parse(instant) - now);

  useEffect(() => {
    const timer = setInterval(() => setNow(clockNow()), second);
    return () => clearInterval(timer);
  }, []);
  return remaining;
}

/** Whether an instant is over. Renders once, when it passes, not every second. */
export function useHasPassed(instant: string): boolean {
  const [passed, setPassed] = useState(() => (hasPassed(instant) ? instant : null));

  useEffect(() => {
    // A sleeping device stops timers: look again often rather than once at the end.
    const look = () => setPassed(hasPassed(instant) ? instant : null);
    const timer = setInterval(look, second);
    return () => clearInterval(timer);
  }, [instant]);
  return passed === instant;
}

function hasPassed(instant: string): boolean {
  return Date.parse(instant) <= clockNow();
}
