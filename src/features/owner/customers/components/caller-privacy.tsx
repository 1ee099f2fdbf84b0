import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { formatPhone } from '@/lib/format-phone.ts';
import { callerQuery } from '../api/customer.ts';
import { CustomerPrivacy } from './customer-privacy.tsx';

type CallerPrivacyProps = { phone: string; onErased?: () => void };

/** Downloads and erases the data of everyone who booked with this number and without an email address. */
export function CallerPrivacy({ phone, onErased }: CallerPrivacyProps) {
  const query = useQuery(callerQuery(phone));
  const { data } = query;
  if (data === undefined)
    return (
      <NotLoaded
        query={query}
        loading="Loading customer data"
        failed="Could not load this customer’s data."
      />
    );
  if (data === null) return null;
  return (
    <CustomerPrivacy person={data} whose={{ phone }} {...(onErased && { onErased })}>
      This data was found by the number {formatPhone(phone)}, among bookings without an email
      address
      {data.names.length > 1 && `, of ${data.names.join(' and ')}`}. Confirm the request by calling
      this number.
    </CustomerPrivacy>
  );
}
