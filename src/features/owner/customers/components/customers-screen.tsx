import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams, Link } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { SearchField } from '@/components/search-field.tsx';
import { ShowMore } from '@/components/show-more.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminCustomerPath, adminPhoneCustomerPath } from '@/config/admin-paths.ts';
import { formatPhone } from '@/lib/format-phone.ts';
import type { ListedCustomer } from '@contracts/customers.ts';
import { formatCents } from '@domain/money/money.ts';
import { customersQuery, type AnyCustomer } from '../api/customer-list.ts';
import { counted, shortDay } from '../visit-words.ts';

/** The customers, with those who left no email address. */
export default function CustomersScreen() {
  // The search is part of the address, so that going back from a customer keeps it.
  const [query, setQuery] = useSearchParams();
  const search = query.get('search')?.trim() ?? '';
  return (
    <Page title="Customers" heading="Customers" lead="Most recent booking first.">
      <div className="mb-4 md:mb-6">
        <SearchField
          label="Search customers"
          hint="Name, email address or phone number"
          value={search}
          onSearch={(wanted) => setQuery(wanted ? { search: wanted } : {}, { replace: true })}
        />
      </div>
      <CustomerList search={search} />
    </Page>
  );
}

const fetchFailure = 'Could not load your customers.';

function CustomerList({ search }: { search: string }) {
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

/** A customer of the list, by email address or by phone number and name. */
function CustomerRow({ customer }: { customer: AnyCustomer }) {
  const number = formatPhone(customer.phone);
  return 'email' in customer ? (
    <Row
      customer={customer}
      reach={[customer.email, number]}
      to={adminCustomerPath(customer.email)}
    />
  ) : (
    <Row
      customer={customer}
      reach={[number]}
      to={adminPhoneCustomerPath(customer.phone, customer.name)}
    />
  );
}

type RowProps = { customer: Omit<ListedCustomer, 'email'>; reach: readonly string[]; to: string };

function Row({ customer, reach, to }: RowProps) {
  const { name, cars, visits, no_shows: noShows, spend_cents: spendCents } = customer;
  return (
    <Link to={to} className="list-row row-of-customer">
      <span className="min-w-0">
        <span className="row-name font-semibold">{name}</span>
        {customer.has_note && <span className="mark ml-2.5">Note</span>}
        {reach.map((line) => (
          <span key={line} className="mt-0.5 block truncate text-sm text-ink-soft">
            {line}
          </span>
        ))}
      </span>
      <span className="min-w-0 text-sm">
        <span className="block">{nextOrLast(customer)}</span>
        <span className="block truncate text-ink-soft">{carsText(cars)}</span>
      </span>
      <span className="text-sm tabular-nums md:text-right">
        <span className="font-semibold">{formatCents(spendCents)}</span>
        <span className="aside-of-row text-ink-soft">
          {counted(visits, 'visit')}
          {noShows > 0 && `, ${counted(noShows, 'no-show')}`}
        </span>
      </span>
    </Link>
  );
}

function nextOrLast({
  next_visit: next,
  last_visit: last,
}: Pick<ListedCustomer, 'next_visit' | 'last_visit'>): string {
  if (next) return `Next: ${shortDay(next.booking_date)}`;
  return last ? `Last: ${shortDay(last)}` : 'No visits yet';
}

const carsText = ([latest, ...others]: readonly string[]): string =>
  [latest ?? '', others.length > 0 ? `and ${counted(others.length, 'more car')}` : '']
    .filter(Boolean)
    .join(' ');
