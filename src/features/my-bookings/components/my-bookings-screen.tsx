import { useSearchParams } from 'react-router';
import { Page } from '@/components/ui/page.tsx';
import { useSession, type Session } from '@/lib/session.ts';
import { BookingsOnTheirWay } from './bookings-on-their-way.tsx';
import { GuestBookings } from './guest-bookings.tsx';
import { OwnBookings } from './own-bookings.tsx';

export function MyBookingsScreen() {
  const session = useSession();
  const [query] = useSearchParams();
  const linkedId = query.get('booking_id')?.trim().toLowerCase() ?? null;
  return (
    <Page heading="My Bookings" lead={leadFor(session)}>
      {session.status === 'loading' && <BookingsOnTheirWay />}
      {session.status === 'guest' && <GuestBookings key={linkedId} linkedId={linkedId} />}
      {session.status === 'signed-in' && (
        <OwnBookings key={linkedId} userId={session.user.id} linkedId={linkedId} />
      )}
    </Page>
  );
}

function leadFor(session: Session): string {
  return session.status === 'signed-in'
    ? `Everything you booked with ${session.user.email}.`
    : 'Look up a booking, see when we come, or change your plans.';
}
