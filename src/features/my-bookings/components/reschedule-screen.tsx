import { useParams } from 'react-router';
import { business } from '@domain/business.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { myBookingPath } from '@/config/paths.ts';

/** Moving a booking is arranged with a person: the number to call, and the way back to the booking. */
export function RescheduleScreen() {
  const { bookingId = '' } = useParams();
  return (
    <Page
      width="narrow"
      title="Reschedule"
      heading="Let us find you a new time."
      lead={`Call us, or write to ${business.bookingEmail}, and we move your booking for you.`}
    >
      <p className="mb-8 text-ink-soft">
        Booking <span className="font-semibold break-all text-ink">{bookingId}</span>
      </p>
      <div className="flex flex-wrap gap-4">
        <a className={buttonStyle('primary')} href={business.phoneHref}>
          Call {business.phone}
        </a>
        <ButtonLink variant="secondary" to={myBookingPath(bookingId)}>
          Back to the booking
        </ButtonLink>
      </div>
    </Page>
  );
}
