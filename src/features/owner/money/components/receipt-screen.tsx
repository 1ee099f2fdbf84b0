import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { receiptQuery } from '../api/reports.ts';
import { ReceiptPaper } from './receipt-paper.tsx';
import './receipt.css';

/** A booking's receipt, to be printed or kept as a PDF. */
export default function ReceiptScreen() {
  const { bookingId = '' } = useParams();
  return (
    <Page title="Receipt" heading="Receipt" width="narrow">
      <Receipt bookingId={bookingId} />
    </Page>
  );
}

function Receipt({ bookingId }: { bookingId: string }) {
  const stored = useQuery(receiptQuery(bookingId));
  if (stored.isPending) return <Spinner label="Loading the receipt" />;
  if (!stored.data) {
    if (isUnknown(stored.error)) {
      return <Notice title="Booking not found" />;
    }
    return (
      <CouldNotFetch
        title="Could not load this receipt."
        isBusy={stored.isFetching}
        onRetry={() => void stored.refetch()}
      />
    );
  }
  return (
    <>
      <div className="receipt-actions">
        <Button onClick={() => window.print()}>Print</Button>
        <ButtonLink to={adminBookingPath(bookingId)} variant="secondary">
          Back to booking
        </ButtonLink>
      </div>
      <ReceiptPaper stored={stored.data} />
    </>
  );
}

// Also what is no id at all.
const isUnknown = (error: Error | null): boolean =>
  /booking_not_found|invalid input syntax/.test(error?.message ?? '');
