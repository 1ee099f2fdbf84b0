import { useInfiniteQuery } from '@tanstack/react-query';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ShowMore } from '@/components/show-more.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { phoneCustomersQuery } from '../api/phone-customer.ts';
import { PhoneCustomerRow } from './customer-row.tsx';

const fetchFailure = 'Could not load your customers.';

/** Customers of phone bookings without an email address. */
export function PhoneCustomerList({ search }: { search: string }) {
  const query = useInfiniteQuery(phoneCustomersQuery(search));
  const { data, isPlaceholderData } = query;
  if (!data)
    return <NotLoaded query={query} loading="Loading customers" failed={fetchFailure} rows={8} />;
  const customers = data.pages.flatMap((page) => page.customers);
  return (
    <div aria-busy={isPlaceholderData}>
      <p role="status" className="sr-only">
        {customers.length === 0 ? 'No results' : `${customers.length} shown`}
      </p>
      {customers.length === 0 && <Nobody search={search} />}
      <ul aria-label="Customers by phone" className="border-t border-hairline">
        {customers.map((customer) => (
          <li key={`${customer.phone} ${customer.name}`} className="border-b border-hairline">
            <PhoneCustomerRow customer={customer} />
          </li>
        ))}
      </ul>
      <ShowMore query={query} failure={fetchFailure}>
        Show More Customers
      </ShowMore>
    </div>
  );
}

function Nobody({ search }: { search: string }) {
  return (
    <div className="border-t border-hairline py-12">
      <p className="heading-3">
        {search ? `No customers by phone match “${search}”.` : 'No customers by phone yet.'}
      </p>
      <p className="mt-2 text-ink-soft">
        {search
          ? 'Try fewer letters, or the phone number without spaces.'
          : 'Customers whom you book without an email address appear here.'}
      </p>
      {!search && (
        <ButtonLink to={adminPaths.newBooking} variant="secondary" className="mt-5">
          New booking
        </ButtonLink>
      )}
    </div>
  );
}
