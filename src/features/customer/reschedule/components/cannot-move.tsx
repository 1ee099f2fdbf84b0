import { useEffect } from 'react';
import { Redirect } from '@/lib/router.tsx';
import { business } from '@domain/business.ts';
import { formatStartOf } from '@domain/time/time-format.ts';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { toastFailure } from '@/lib/toast.ts';
import type { OwnBooking } from '../api/get-booking.ts';

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
      heading="Let us find you a new time."
      lead={`${booking.service_name} stays booked for ${formatStartOf(booking)}.`}
    >
      <Notice tone="danger" title="Service data mismatch." className="mb-8">
        The service of this booking is not in our list any more, so we cannot show you its times
        here. Call us, and we move it for you.
      </Notice>
      <WaysOn />
    </Page>
  );
}

const reasons = {
  cancelled: 'It is cancelled, and its time is free again. You are welcome to book a new one.',
  begun: 'Its appointment has begun or is over. Call us if something is not as it should be.',
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
  return (
    <div className="flex flex-wrap gap-4">
      <ButtonLink to={paths.myBookings}>Back to My Bookings</ButtonLink>
      <a className={buttonStyle('secondary')} href={business.phoneHref}>
        Call {business.phone}
      </a>
    </div>
  );
}

function useFailureToast(description: string) {
  useEffect(() => {
    toastFailure('Error', description);
  }, [description]);
}
