import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Link, Route, Switch } from 'wouter';
import { useLocation } from '@/lib/location.tsx';
import { AtAddress } from '@/testing/at-address.tsx';
import { LeaveReviewScreen } from '../components/leave-review-screen.tsx';
import { ReviewsScreen } from '../components/reviews-screen.tsx';

/** The screens of the reviews as guests and customers see them, opened at an address, which is shown below them. */
export function renderAt(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <AtAddress path={address}>
        <Switch>
          <Route path="/reviews">
            <ReviewsScreen ManagedReview={() => null} />
          </Route>
          <Route path="/leave-review">
            <LeaveReviewScreen />
          </Route>
        </Switch>
        <Address />
      </AtAddress>
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
