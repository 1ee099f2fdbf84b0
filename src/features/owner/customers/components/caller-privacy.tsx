import { useQuery } from '@tanstack/react-query';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { formatPhone } from '@/lib/format-phone.ts';
import { callerQuery } from '../api/customer.ts';
import { CustomerPrivacy } from './customer-privacy.tsx';

/** What whoever booked by phone, and left no address, may ask for: they have no page among the customers. */
export function CallerPrivacy({ phone }: { phone: string }) {
  const { data, isPending, isFetching, refetch } = useQuery(callerQuery(phone));
  if (isPending) return <Spinner label="Loading customer data" />;
  if (data === undefined) {
    return (
      <CouldNotFetch
        title="Could not load this customer’s data."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === null) return null;
  return (
    <CustomerPrivacy person={data} whose={{ phone }}>
      This data was found by the number {formatPhone(phone)}, among bookings without an email
      address
      {data.names.length > 1 && `, of ${data.names.join(' and ')}`}. Confirm the request by calling
      this number.
    </CustomerPrivacy>
  );
}
