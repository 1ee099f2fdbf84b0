import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { appConfig } from '@/config/env.ts';
import { afterPaint } from '@/lib/after-paint.ts';
import { useKnownBusiness } from '@/lib/business.ts';
import { LocationProvider } from '@/lib/location.tsx';
import { AppRoutes } from './app-routes.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

export function App() {
  return (
    <LocationProvider>
      <ErrorBoundary>
        <WithBusiness>
          <AppRoutes />
        </WithBusiness>
      </ErrorBoundary>
    </LocationProvider>
  );
}

/** The screens, once the published business is known. Pages of the host bring it. */
function WithBusiness({ children }: { children: ReactNode }) {
  const isKnown = useKnownBusiness() !== null;
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<number | null>(null);
  useEffect(() => {
    if (isKnown) return;
    import('@/lib/load-business.ts')
      .then(({ loadBusiness }) => loadBusiness())
      .catch(() => setFailed(attempt));
  }, [isKnown, attempt]);
  useFollowedBusiness(isKnown);
  if (isKnown) return children;
  return (
    <main className="mx-auto min-h-dvh max-w-7xl px-5 py-24 sm:px-8">
      {failed === attempt ? (
        <div role="alert">
          <p className="mb-5">We couldn’t load this page. Please check your connection.</p>
          <Button onClick={() => setAttempt(attempt + 1)}>Reload</Button>
        </div>
      ) : (
        <Spinner />
      )}
    </main>
  );
}

/** For how long a page that is looked at again counts as new. */
const newMs = 60_000;

/**
 * Loads the business again when a visitor comes back to a page that is not new. Screens with a live line hear of a
 * publication by themselves.
 */
function useFollowedBusiness(isKnown: boolean) {
  useEffect(() => {
    if (!isKnown) return;
    let loadedAt = performance.now();
    const reload = () => {
      loadedAt = performance.now();
      void import('@/lib/load-business.ts').then(
        ({ reloadBusiness }) => reloadBusiness(),
        () => undefined,
      );
    };
    const follow = () => {
      if (!document.hidden && performance.now() - loadedAt > newMs) reload();
    };
    // A page on a static host may be older than the last publication.
    if (!appConfig.live) afterPaint(reload);
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [isKnown]);
}
