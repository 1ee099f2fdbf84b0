import { useEffect } from 'react';
import { useLocation } from '@/lib/location.tsx';

/** Scrolls to the part of a screen that the address names, which the browser cannot where it loads later. */
export function useHashTarget() {
  const { hash } = useLocation();
  useEffect(() => {
    const target = /^#[a-z-]+$/.test(hash) ? document.getElementById(hash.slice(1)) : null;
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  }, [hash]);
}
