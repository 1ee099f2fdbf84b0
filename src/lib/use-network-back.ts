import { useEffect } from 'react';

/** Calls `then` when the browser has a network again: what said that there was none is over. */
export function useNetworkBack(then: () => void): void {
  useEffect(() => {
    window.addEventListener('online', then);
    return () => window.removeEventListener('online', then);
  }, [then]);
}
