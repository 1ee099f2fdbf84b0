import { useSearchParams } from 'react-router';
import { Page } from '@/components/ui/page.tsx';
import { GuestBookings } from './guest-bookings.tsx';

export function MyBookingsScreen() {
  const [query] = useSearchParams();
  const linkedId = query.get('booking_id')?.trim().toLowerCase() ?? null;
  return (
    <Page heading="My Bookings" lead="Look up a booking, see when we come, or change your plans.">
      <GuestBookings key={linkedId} linkedId={linkedId} />
    </Page>
  );
}
