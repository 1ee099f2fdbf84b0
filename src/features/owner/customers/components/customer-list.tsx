import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { ShowMore } from '@/components/show-more.tsx';
import { adminCustomerPath } from '@/config/admin-paths.ts';
import { customersQuery, type AnyCustomer } from '../api/customer-list.ts';
import { CustomerRow } from './customer-row.tsx';

const fetchFailure = 'Could not load your customers.';

export function CustomerList({ search }: { search: string }) {
  const query = useInfiniteQuery(customersQuery(search));
  const { data, isPlaceholderData } = query;
  if (!data)
    return <NotLoaded query={query} loading="Loading customers" failed={fetchFailure} rows={8} />;
  const customers = data.pages.flatMap((page) => page.customers);
  return (
    <div aria-busy={isPlaceholderData}>
      <p role="status" className="sr-only">
        {customers.length === 0 ? 'No results' : `${customers.length} shown`}
      </p>
      {customers.length === 0 && <NoResults search={search} />}
      <ul aria-label="Customers" className="border-t border-hairline">
        {customers.map((customer) => (
          <li key={keyOf(customer)} className="border-b border-hairline">
            <CustomerRow customer={customer} />
          </li>
        ))}
      </ul>
      <ShowMore query={query} failure={fetchFailure}>
        Show More Customers
      </ShowMore>
    </div>
  );
}

const keyOf = (customer: AnyCustomer) =>
  'email' in customer ? customer.email : `${customer.phone} ${customer.name}`;

/** An address may have inquiries without a booking: its data has a page, too. */
function NoResults({ search }: { search: string }) {
  return (
    <div className="border-t border-hairline py-12">
      <p className="heading-3">
        {search ? `No customers match “${search}”.` : 'No customers yet.'}
      </p>
      <p className="mt-2 text-ink-soft">
        {search
          ? 'Try fewer letters, or the phone number without spaces.'
          : 'Customers appear here after their first booking. Book a visit yourself when one calls.'}
      </p>
      {/^[^\s@]+@[^\s@]+$/.test(search) && (
        <Link to={adminCustomerPath(search.toLowerCase())} className="mt-4 text-link">
          Show other data about {search}
        </Link>
      )}
    </div>
  );
}
