import { useSearchParams } from 'wouter';
import { SearchField } from '@/components/search-field.tsx';
import { Page } from '@/components/ui/page.tsx';
import { CustomerList } from './customer-list.tsx';

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
