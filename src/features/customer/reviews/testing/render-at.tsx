import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { LeaveReviewScreen } from '../components/leave-review-screen.tsx';
import { ReviewsScreen } from '../components/reviews-screen.tsx';

/** The screens of the reviews as guests and customers see them, opened at an address, which is shown below them. */
export function renderAt(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/reviews" element={<ReviewsScreen ManagedReview={() => null} />} />
          <Route path="/leave-review" element={<LeaveReviewScreen />} />
          <Route path="*" element={null} />
        </Routes>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return (
    <>
      <p data-testid="address">{pathname + search}</p>
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  );
}
