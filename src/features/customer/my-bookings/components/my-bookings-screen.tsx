import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { accountName, useSession, type Session } from '@/lib/session.ts';
import { BookingsLoading } from './bookings-loading.tsx';
import { GuestBookings } from './guest-bookings.tsx';
import { OwnBookings } from './own-bookings.tsx';

export function MyBookingsScreen() {
  const session = useSession();
  const [query] = useSearchParams();
  const linkedId = query.get('booking_id')?.trim().toLowerCase() ?? null;
  return (
    <Page heading="My Bookings" lead={leadFor(session)}>
      {session.status === 'loading' && <BookingsLoading />}
      {session.status === 'guest' && <GuestBookings key={linkedId} linkedId={linkedId} />}
      {session.status === 'signed-in' && (
        <OwnBookings key={linkedId} userId={session.user.id} linkedId={linkedId} />
      )}
    </Page>
  );
}

function leadFor(session: Session): ReactNode {
  if (session.status !== 'signed-in') {
    return 'Find, move or cancel a booking.';
  }
  return (
    <>
      <p>Bookings made with {accountName(session.user)}.</p>
      <Link to={paths.account} className="mt-2 text-link text-base text-ink">
        Your account
      </Link>
    </>
  );
}
