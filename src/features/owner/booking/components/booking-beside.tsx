import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Section } from '@/components/section.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useBookingPage } from '../use-booking-page.ts';
import { BookingBody, type PrivacyOf } from './booking-body.tsx';
import { BookingIntro } from './booking-intro.tsx';

type BookingBesideProps = { bookingId: string; privacyOf: PrivacyOf };

/** One booking beside the list that it was chosen in. */
export function BookingBeside({ bookingId, privacyOf }: BookingBesideProps) {
  const { page, isMissing, hasFailed, retry } = useBookingPage(bookingId);
  if (page) {
    return (
      <Section heading={page.booking.customer_name} headingClassName="heading-2">
        <div className="mt-2 mb-8">
          <BookingIntro page={page} />
        </div>
        <BookingBody page={page} privacyOf={privacyOf} />
      </Section>
    );
  }
  if (isMissing) return <p>This booking no longer exists.</p>;
  return hasFailed ? (
    <CouldNotFetch title="Could not fetch this booking." onRetry={retry} />
  ) : (
    <Skeleton label="Loading the booking" rows={5} />
  );
}
