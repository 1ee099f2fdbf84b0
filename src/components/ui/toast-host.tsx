import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { dismissFailure, toasts } from '@/lib/toast.ts';

/** What a press leads to comes first on the line. */
const delayMs = 5000;
const fetchToaster = () => import('./toaster.tsx');
const nothing = () => undefined;

/**
 * Shows the toaster with the first toast and keeps it from then on. It is fetched once somebody uses the page, since
 * what it has to tell may be that there is no network any more; when it is missing, the next toast asks again.
 */
export function ToastHost() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current, nothing);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const fetchSoon = () => {
      timer = setTimeout(() => void fetchToaster().catch(nothing), delayMs);
    };
    addEventListener('focusin', fetchSoon, { once: true });
    // Before the form's own handler, which may tell of the next failure at once.
    addEventListener('submit', dismissFailure, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('focusin', fetchSoon);
      removeEventListener('submit', dismissFailure, true);
    };
  }, []);
  useEffect(() => {
    if (toast && !Toaster) {
      fetchToaster().then((fetched) => setToaster(() => fetched.default), nothing);
    }
  }, [toast, Toaster]);
  return Toaster && <Toaster />;
}
