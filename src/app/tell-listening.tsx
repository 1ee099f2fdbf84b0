import { useLayoutEffect } from 'react';

/** Tells the page that this part of it hears what is pressed from now on (prerender/arrival-script.ts). */
export function TellListening({ part }: { part: 'shell' | 'screen' }) {
  useLayoutEffect(() => {
    window.dispatchEvent(new CustomEvent('app-listens', { detail: part }));
  }, [part]);
  return null;
}
