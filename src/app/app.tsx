import { Router } from '@/lib/router.tsx';
import { AppRoutes } from './app-routes.tsx';
import { WithBusiness } from './with-business.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

export function App() {
  return (
    <Router>
      <ErrorBoundary>
        <WithBusiness>
          <AppRoutes />
        </WithBusiness>
      </ErrorBoundary>
    </Router>
  );
}
