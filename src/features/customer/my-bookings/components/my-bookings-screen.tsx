import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { accountName, useSession, type Session } from '@/lib/session.ts';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import { ownBookingsQuery } from '../api/get-own-bookings.ts';
import { cancelledWith, type ListedBooking } from '../api/rained-out.ts';
import { useGuestBookings } from '../use-guest-bookings.ts';
import { BookingList } from './booking-list.tsx';
import { BookingsLoading } from './bookings-loading.tsx';
import { GuestBookings } from './guest-bookings.tsx';

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

type OwnBookingsProps = {
  userId: string;
  /** From a link in a mail, which may be about a booking made with another address. */
  linkedId: string | null;
};

/** What a signed-in customer has booked. */
function OwnBookings({ userId, linkedId }: OwnBookingsProps) {
  const { query, markCancelled } = useOwnBookings(userId);
  if (query.data) {
    const isListed = query.data.some(({ id }) => id === linkedId);
    return (
      <OwnAndLinked
        own={query.data}
        linkedId={isListed ? null : linkedId}
        onCancelled={markCancelled}
      />
    );
  }
  if (!query.isError) return <BookingsLoading />;
  return (
    <CouldNotFetch
      title="Could not fetch your bookings."
      className="max-w-2xl"
      isBusy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

type OwnAndLinkedProps = {
  own: ListedBooking[];
  linkedId: string | null;
  onCancelled: (id: string, refundCents: number) => void;
};

function OwnAndLinked({ own, linkedId, onCancelled }: OwnAndLinkedProps) {
  const linked = useGuestBookings(linkedId);
  const bookings = [...linked.bookings, ...own];
  if (linked.isFollowingLink) return <BookingsLoading />;
  if (bookings.length === 0) return <NothingBooked />;
  return (
    <div className="max-w-4xl">
      <BookingList
        bookings={bookings}
        onCancelled={(id, refundCents) => {
          linked.markCancelled(id, refundCents);
          onCancelled(id, refundCents);
        }}
      />
    </div>
  );
}

function NothingBooked() {
  return (
    <div className="border-y border-hairline py-14 text-center sm:py-20">
      <p className="heading-2">No bookings yet.</p>
      <p className="mx-auto mt-4 max-w-md text-ink-soft">
        Bookings made with your account’s email address appear here.
      </p>
      <ButtonLink to={paths.home} className="mt-8">
        See packages and prices
      </ButtonLink>
    </div>
  );
}

/** The bookings of an account. Says so when they cannot be had. */
function useOwnBookings(userId: string) {
  const client = useQueryClient();
  const query = useQuery(ownBookingsQuery(userId));
  useFailureToast(query, 'Could not fetch your bookings.');
  return {
    query,
    markCancelled: (id: string, refundCents: number) => {
      client.setQueryData(ownBookingsQuery(userId).queryKey, (bookings) =>
        bookings?.map((booking) =>
          booking.id === id ? cancelledWith(booking, refundCents) : booking,
        ),
      );
    },
  };
}
