import { useLayoutEffect, useRef } from 'react';
import { useLocation } from '@/lib/location.tsx';

/**
 * For a screen that is short until its data has come: after a reload, or going back, the browser would restore a place
 * of the page that is the footer by then. The mode belongs to the step of the history, and a next one begins with it.
 */
export function useStartsAtTop() {
  const isByBrowser = useRef(useLocation().isByBrowser);
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    if (isByBrowser.current) window.scrollTo(0, 0);
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);
}
