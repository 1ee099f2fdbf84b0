import { formatStartOf } from '@domain/time/start-format.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatCents } from '@domain/money/money.ts';
import { Section } from '@/components/section.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import type { Customer } from '@contracts/customers.ts';
import { shortDay } from '../visit-words.ts';

type Figures = Pick<
  Customer,
  'next_visit' | 'last_visit' | 'cars' | 'visits' | 'spend_cents' | 'owed_cents' | 'no_shows'
>;

export function CustomerFigures({ customer }: { customer: Figures }) {
  const { next_visit: next, last_visit: last, cars } = customer;
  return (
    <Section heading="Summary" headingClassName="sr-only">
      {customer.owed_cents > 0 && (
        <p className="mb-5 font-semibold text-danger">
          Owes {formatCents(customer.owed_cents)} for past visits.
        </p>
      )}
      <dl className="grid grid-cols-2 border-t border-hairline md:grid-cols-4">
        <Figure label="Visits">{customer.visits}</Figure>
        <Figure label="Spent">{formatCents(customer.spend_cents)}</Figure>
        <Figure label="No-shows">{customer.no_shows}</Figure>
        <Figure label="Last visit">{last ? shortDay(last) : 'None yet'}</Figure>
      </dl>
      <dl className="grid gap-x-8 gap-y-5 border-b border-hairline py-5 md:grid-cols-2">
        <div>
          <dt className="text-sm text-ink-soft">Next visit</dt>
          <dd className="mt-1 font-semibold">
            {next ? (
              <Link
                to={adminBookingPath(next.id)}
                className="-my-2.5 inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
              >
                {formatStartOf(next)}
              </Link>
            ) : (
              'None booked'
            )}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">{cars.length === 1 ? 'Car' : 'Cars'}</dt>
          <dd className="mt-1 font-semibold">{cars.join(', ') || 'None yet'}</dd>
        </div>
      </dl>
    </Section>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-b border-hairline py-3.5 pr-3">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-1 text-xl font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
