import { StrictMode, type ReactNode } from 'react';
import { render } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Route, Switch } from 'wouter';
import { AtAddress } from '@/testing/at-address.tsx';
import { useLocation } from '@/lib/location.tsx';
import { addRefusals } from '@/lib/failure-sentence.ts';
import { ownersRefusals } from '@/lib/owners-refusals.ts';
import { ToastHost } from '@/components/ui/toast-host.tsx';

// As the routes of the owner and her crews do.
addRefusals(ownersRefusals);

/** `pattern` is the address as the router knows it, when it has parameters. */
type Arrival = { path: string; state?: unknown; pattern?: string };

/** A screen at its address, with toasts around it. Any other address shows only where one is. */
export function renderScreen(screen: ReactNode, { path, state, pattern }: Arrival) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <AtAddress path={path} state={state}>
          <Switch>
            <Route path={pattern ?? path.split('?')[0] ?? path}>{screen}</Route>
            <Route>
              <Elsewhere />
            </Route>
          </Switch>
        </AtAddress>
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>,
  );
}

function Elsewhere() {
  const { pathname, search, state } = useLocation();
  return (
    <>
      <p data-testid="address">{`${pathname}${search}`}</p>
      <p data-testid="state">{JSON.stringify(state)}</p>
    </>
  );
}
