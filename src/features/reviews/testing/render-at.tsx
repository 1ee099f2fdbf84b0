import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { LeaveReviewScreen } from '../components/leave-review-screen.tsx';
import { ReviewsScreen } from '../components/reviews-screen.tsx';

/** Both screens, opened at an address, which the screen shows as its status. */
export function renderAt(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/reviews" element={<ReviewsScreen />} />
          <Route path="/leave-review" element={<LeaveReviewScreen />} />
        </Routes>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}
