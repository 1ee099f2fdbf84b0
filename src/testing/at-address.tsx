import { useState, type ReactNode } from 'react';
import { LocationProvider } from '@/lib/location.tsx';

type AtAddressProps = { path?: string; state?: unknown; step?: string; children?: ReactNode };

/** The app's router in a visit that began at `path`. `step` is the location's key. */
export function AtAddress({ path = '/', state = null, step = '', children }: AtAddressProps) {
  useState(() => history.replaceState({ state, key: step }, '', path));
  return <LocationProvider>{children}</LocationProvider>;
}
