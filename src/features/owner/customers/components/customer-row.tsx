import { Link } from 'wouter';
import { formatCents } from '@domain/money/money.ts';
import { adminCustomerPath, adminPhoneCustomerPath } from '@/config/admin-paths.ts';
import { formatPhone } from '@/lib/format-phone.ts';
import type { ListedCustomer } from '@contracts/customers.ts';
import type { AnyCustomer } from '../api/customer-list.ts';
import { counted, shortDay } from '../visit-words.ts';

/** A customer of the list, by email address or by phone number and name. */
export function CustomerRow({ customer }: { customer: AnyCustomer }) {
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
