import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Spinner } from '@/components/ui/spinner.tsx';
import { ToastHost } from '@/components/ui/toast-host.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** What surrounds every screen. An error in a screen leaves the way out of it standing. */
export function Layout() {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <main id="content" tabIndex={-1} className="flex-1 focus-quiet">
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Spinner className="mx-auto max-w-7xl px-5 py-24 sm:px-8" />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <ToastHost />
    </div>
  );
}
