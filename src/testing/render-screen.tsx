import { StrictMode, type ReactNode } from 'react';
import { render } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { ToastHost } from '@/components/ui/toast-host.tsx';

/** `pattern` is the address as the router knows it, when it has parameters. */
type Arrival = { path: string; state?: unknown; pattern?: string };

/** A screen at its address, with toasts around it. Any other address shows only where one is. */
export function renderScreen(screen: ReactNode, { path, state, pattern }: Arrival) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const [pathname = path, search = ''] = path.split('?');
  return render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[{ pathname, search: search && `?${search}`, state }]}>
          <Routes>
            <Route path={pattern ?? pathname} element={screen} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </MemoryRouter>
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>,
  );
}

function Elsewhere() {
  const { pathname, search, state } = useLocation() as {
    pathname: string;
    search: string;
    state: unknown;
  };
  return (
    <>
      <p data-testid="address">{`${pathname}${search}`}</p>
      <p data-testid="state">{JSON.stringify(state)}</p>
    </>
  );
}
