import { useSearchParams } from '@/lib/router.tsx';
import { SearchField } from '@/components/search-field.tsx';
import { Page } from '@/components/ui/page.tsx';
import { CustomerList } from './customer-list.tsx';
import { PhoneCustomerList } from './phone-customer-list.tsx';

/** The customers: by email address, and those who left none by phone number and name. */
export default function CustomersScreen() {
  const { search, setSearch, isByPhone, setByPhone } = useCustomerSearch();
  return (
    <Page title="Customers" heading="Customers" lead="Most recent booking first.">
      <div className="mb-4 grid gap-3 md:mb-6 md:gap-5">
        <SearchField
          label="Search customers"
          hint={isByPhone ? 'Name or phone number' : 'Name, email address or phone number'}
          value={search}
          onSearch={setSearch}
        />
        <fieldset>
          <legend className="sr-only">Customers</legend>
          <div className="grid grid-cols-2 gap-2 sm:max-w-md">
            <Choice label="With email" isChosen={!isByPhone} onChoose={() => setByPhone(false)} />
            <Choice label="By phone" isChosen={isByPhone} onChoose={() => setByPhone(true)} />
          </div>
        </fieldset>
      </div>
      {isByPhone ? <PhoneCustomerList search={search} /> : <CustomerList search={search} />}
    </Page>
  );
}

function Choice(props: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label className="radio-card flex items-baseline justify-center px-2.5 font-semibold">
      <input
        type="radio"
        name="customers-by"
        className="sr-only"
        checked={props.isChosen}
        onChange={props.onChoose}
      />
      {props.label}
    </label>
  );
}

/** Search and group are part of the address, so that going back from a customer keeps them. */
function useCustomerSearch() {
  const [query, setQuery] = useSearchParams();
  const isByPhone = query.get('by') === 'phone';
  const search = query.get('search')?.trim() ?? '';
  const show = (wanted: { search: string; isByPhone: boolean }) =>
    setQuery(
      {
        ...(wanted.isByPhone && { by: 'phone' }),
        ...(wanted.search && { search: wanted.search }),
      },
      { replace: true },
    );
  return {
    search,
    isByPhone,
    setSearch: (wanted: string) => show({ search: wanted, isByPhone }),
    setByPhone: (wanted: boolean) => show({ search, isByPhone: wanted }),
  };
}
