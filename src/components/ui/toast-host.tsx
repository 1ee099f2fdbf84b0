import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasts } from '@/lib/toast.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Loads the toaster with the first toast and keeps it from then on. */
export function ToastHost() {
  const isNeeded = useSyncExternalStore(toasts.subscribe, toasts.wasUsed, () => false);
  return <Suspense fallback={null}>{isNeeded && <Toaster />}</Suspense>;
}
