import { useEffect } from 'react';
import { Redirect } from '@/lib/location.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { toastFailure } from '@/lib/toast.ts';
import type { OwnBooking } from '../api/get-booking.ts';
import { phoneHref } from '@domain/business/facts.ts';
import { useBusiness } from '@/lib/business.ts';
import { toldStartOf } from '@/lib/told-times.ts';

/** Says so, and leads to the bookings there are. */
export function BookingNotFound() {
  useFailureToast('Booking not found.');
  return <Redirect to={paths.myBookings} />;
}

/** The service of the booking is none of the list, so what fits around it is not known here. */
export function UnknownService({ booking }: { booking: OwnBooking }) {
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

export function NoLongerMovable({ why }: { why: keyof typeof reasons }) {
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
