import { Link, useSearchParams } from '@/lib/router.tsx';
import { SearchField } from '@/components/search-field.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { CustomerList } from './customer-list.tsx';

/** The customers, by email address. */
export default function CustomersScreen() {
  const { search, setSearch } = useCustomerSearch();
  return (
    <Page
      title="Customers"
      heading="Customers"
      lead="Customers with an email address, most recent booking first."
    >
      <div className="mb-8">
        <SearchField
          label="Search customers"
          hint="Name, email address or phone number"
          value={search}
          onSearch={setSearch}
        />
      </div>
      <CustomerList search={search} />
      <p className="mt-10 max-w-2xl border-t border-hairline pt-5 text-sm text-ink-soft">
        Phone bookings without an email address aren’t listed.{' '}
        <Link to={bookingsWith(search)} className="font-semibold underline underline-offset-4">
          Search the bookings
        </Link>{' '}
        by name or number. You can download and erase that customer’s data on the booking’s page.
      </p>
    </Page>
  );
}

/** The list of bookings with this search. */
const bookingsWith = (search: string): string =>
  `${adminPaths.bookings}?${new URLSearchParams({ view: 'list', ...(search && { search }) }).toString()}`;

/** The search is part of the address, so that going back from a customer keeps it. */
function useCustomerSearch() {
  const [query, setQuery] = useSearchParams();
  return {
    search: query.get('search')?.trim() ?? '',
    setSearch: (search: string) => setQuery(search ? { search } : {}, { replace: true }),
  };
}
