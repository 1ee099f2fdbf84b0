import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { useNow } from '@/lib/use-now.ts';
import { ownBookingQuery, type OwnBooking } from '../api/get-booking.ts';
import { movabilityOf } from '../movability.ts';
import { BookingNotFound, NoLongerMovable, UnknownService } from './cannot-move.tsx';
import { MoveBooking } from './move-booking.tsx';

/** Moves a booking of whoever is signed in to another day and time. */
export function RescheduleScreen() {
  const { bookingId = '' } = useParams();
  const id = bookingId.trim().toLowerCase();
  const { data, isError, isFetching, refetch } = useQuery(ownBookingQuery(id));
  if (data !== undefined) return <Found key={id} booking={data} />;
  return (
    <Page title="Reschedule" heading="Reschedule your visit">
      {isError ? (
        <Notice
          tone="danger"
          role="alert"
          title="We could not load your booking."
          className="max-w-2xl"
        >
          <p>It stays as it is. Please check your connection and try again.</p>
          <Button
            variant="secondary"
            className="mt-5"
            busy={isFetching}
            onClick={() => void refetch()}
          >
            Try again
          </Button>
        </Notice>
      ) : (
        <OnItsWay />
      )}
    </Page>
  );
}

function Found({ booking }: { booking: OwnBooking | null }) {
  const now = useNow();
  const movability = movabilityOf(booking, now);
  if (!booking || movability === 'not_found') return <BookingNotFound />;
  if (movability === 'unknown_service') return <UnknownService booking={booking} />;
  if (movability !== 'movable') return <NoLongerMovable why={movability} />;
  return <MoveBooking booking={booking} now={now} />;
}

/** Stands where the calendar will be. */
function OnItsWay() {
  return (
    <div
      role="status"
      aria-label="Looking up your booking"
      className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_21rem] xl:gap-x-16"
    >
      <div className="h-96 animate-pulse rounded-badge bg-hairline/60" />
      <div className="h-96 animate-pulse rounded-badge bg-hairline/60" />
    </div>
  );
}
