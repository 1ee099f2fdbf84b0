import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Route, Switch } from 'wouter';
import { LocationProvider } from '@/lib/location.tsx';
import { LoginScreen } from '../components/login-screen.tsx';

/** The login screen at the browser's own address, where the links of mails lead. */
export function renderAtLocation() {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <LocationProvider>
        <Switch>
          <Route path="/login">
            <LoginScreen />
          </Route>
        </Switch>
      </LocationProvider>
    </QueryClientProvider>,
  );
}
