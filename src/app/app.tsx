import { LocationProvider } from '@/lib/location.tsx';
import { AppRoutes } from './app-routes.tsx';
import { WithBusiness } from './with-business.tsx';
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
