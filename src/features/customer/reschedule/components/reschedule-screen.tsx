import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'wouter';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { useBusiness } from '@/lib/business.ts';
import { Redirect } from '@/lib/location.tsx';
import { toastFailure } from '@/lib/toast.ts';
import { toldStartOf } from '@/lib/told-times.ts';
import { useNow } from '@/lib/use-now.ts';
import { hasBegun } from '@domain/booking/booking.ts';
import { findSoldService } from '@domain/booking/catalogue.ts';
import type { Business } from '@domain/business/business.ts';
import { phoneHref } from '@domain/business/facts.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { ownBookingQuery, type OwnBooking } from '../api/get-booking.ts';
import { MoveBooking } from './move-booking.tsx';

/** Moves a booking of the signed-in customer to another day and time. */
export function RescheduleScreen() {
  const { bookingId = '' } = useParams();
  const id = bookingId.trim().toLowerCase();
  const { data, isError, isFetching, refetch } = useQuery(ownBookingQuery(id));
  if (data !== undefined) return <Found key={id} booking={data} />;
  return (
    <Page title="Reschedule" heading="Reschedule">
      {isError ? (
        <Notice
          tone="danger"
          role="alert"
          title="We could not load your booking."
          className="max-w-2xl"
        >
          <p>Nothing changed. Please check your connection and try again.</p>
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
  const movability = movabilityOf(booking, useBusiness(), now);
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

type Movability = 'movable' | 'not_found' | 'unknown_service' | 'cancelled' | 'begun';

/** Whether a booking can be moved at `now` (epoch milliseconds); null is no booking. */
function movabilityOf(booking: OwnBooking | null, business: Business, now: number): Movability {
  if (!booking) return 'not_found';
  if (booking.status === 'cancelled') return 'cancelled';
  const appointment = {
    startsAt: startsAt(booking.booking_date, booking.booking_time),
    isDone: booking.done_at !== null,
    isRainDay: booking.is_rained_out,
  };
  if (hasBegun(appointment, now)) return 'begun';
  // What was sold keeps its duration and its names. Only for a booking of before the catalogue says what it is.
  const isKnown = booking.vehicle_name !== null || findSoldService(business, booking);
  return isKnown ? 'movable' : 'unknown_service';
}

/** Says so, and leads to the bookings there are. */
function BookingNotFound() {
  useFailureToast('Booking not found.');
  return <Redirect to={paths.myBookings} />;
}

/** The service of the booking is none of the list, so what fits around it is not known here. */
function UnknownService({ booking }: { booking: OwnBooking }) {
  useFailureToast('Service data mismatch.');
  return (
    <Page
      width="narrow"
      title="Reschedule"
      heading="Reschedule"
      lead={`${booking.service_name} stays booked for ${toldStartOf(booking)}.`}
    >
      <Notice tone="danger" title="Service data mismatch." className="mb-8">
        We no longer offer this service online, so we can’t show its times. Call us, and we’ll move
        your booking.
      </Notice>
      <WaysOn />
    </Page>
  );
}

const reasons = {
  cancelled: 'It is cancelled. You are welcome to book a new one.',
  begun: 'The appointment has already started. Call us if something isn’t right.',
};

function NoLongerMovable({ why }: { why: keyof typeof reasons }) {
  return (
    <Page
      width="narrow"
      title="Reschedule"
      heading="This booking can no longer be moved."
      lead={reasons[why]}
    >
      <WaysOn />
    </Page>
  );
}

function WaysOn() {
  const { facts } = useBusiness();
  return (
    <div className="flex flex-wrap gap-4">
      <ButtonLink to={paths.myBookings}>Back to My Bookings</ButtonLink>
      <a className={buttonStyle('secondary')} href={phoneHref(facts)}>
        Call {facts.phone}
      </a>
    </div>
  );
}

function useFailureToast(description: string) {
  useEffect(() => {
    toastFailure('Error', description);
  }, [description]);
}
