import { useQuery } from '@tanstack/react-query';
import { Redirect } from '@/lib/location.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { paths } from '@/config/paths.ts';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import { reviewerQuery } from '../api/get-reviewer.ts';
import { useReviewArrival } from '../use-review-arrival.ts';
import { ReviewForm } from './review-form.tsx';

export function LeaveReviewScreen() {
  const bookingId = useReviewArrival();
  return (
    <Page
      width="narrow"
      title="Leave a Review"
      heading="Leave a Review"
      lead="Your review appears on our reviews page after we approve it."
    >
      {bookingId ? (
        <ReviewOfBooking bookingId={bookingId} />
      ) : (
        <ReviewForm bookingId={null} customerName="" />
      )}
    </Page>
  );
}

/** The form with the name of the booking already in it. */
function ReviewOfBooking({ bookingId }: { bookingId: string }) {
  const reviewer = useQuery(reviewerQuery(bookingId));
  useFailureToast(reviewer, 'Could not fetch booking details.');
  if (reviewer.isError) return <Redirect to={paths.reviews} />;
  if (reviewer.data === undefined) return <Spinner label="Looking up your booking" />;
  return <ReviewForm bookingId={bookingId} customerName={reviewer.data} />;
}
