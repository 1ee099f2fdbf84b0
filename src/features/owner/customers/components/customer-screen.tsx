import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { navigate } from '@/lib/location.tsx';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { PrivateNoteForm } from '@/entities/private-note/private-note-form.tsx';
import { formatInstantDay } from '@/lib/moments.ts';
import type { Customer } from '@contracts/customers.ts';
import { customerQuery } from '../api/customer.ts';
import { useSaveNote } from '../use-save-note.ts';
import { CustomerBookings } from './customer-bookings.tsx';
import { CustomerFigures } from './customer-figures.tsx';
import { CustomerPrivacy } from './customer-privacy.tsx';
import { ReachCustomer } from './reach-customer.tsx';

/** One customer: how to reach them, what they came for, and what is kept about them. */
export default function CustomerScreen() {
  const email = (useParams()['email'] ?? '').trim().toLowerCase();
  const query = useQuery(customerQuery(email));
  const { data } = query;
  if (data) return <OneCustomer key={email} customer={data} />;
  return (
    <Page title="Customer" heading={data === null ? 'Customer not found' : email}>
      {data === null ? (
        <p className="max-w-xl text-ink-soft">
          There is no data about {email}. <BackToAll />
        </p>
      ) : (
        <NotLoaded
          query={query}
          loading="Loading the customer"
          failed="Could not load this customer."
        />
      )}
    </Page>
  );
}

function OneCustomer({ customer }: { customer: Customer }) {
  return (
    <Page
      title={customer.name ?? customer.email}
      heading={customer.name ?? customer.email}
      lead={<Standing customer={customer} />}
    >
      <ReachCustomer customer={customer} />
      <CustomerFigures customer={customer} />
      {customer.is_customer && <CustomerNote customer={customer} />}
      <CustomerBookings email={customer.email} />
      <CustomerPrivacy
        person={customer}
        whose={{ email: customer.email }}
        onErased={() => navigate(adminPaths.customers, { replace: true })}
      >
        Confirm the request by emailing {customer.email}.
      </CustomerPrivacy>
      <p className="mt-10">
        <BackToAll />
      </p>
    </Page>
  );
}

function Standing({ customer }: { customer: Customer }) {
  const since = customer.first_booked_at;
  return (
    <>
      {since ? `Customer since ${formatInstantDay(since)}` : 'No bookings yet'}
      {customer.has_account && ', with an account'}
      {customer.has_unsubscribed && '. Unsubscribed from review requests'}.
    </>
  );
}

const BackToAll = () => (
  <Link to={adminPaths.customers} className="text-link">
    All customers
  </Link>
);

function CustomerNote({ customer }: { customer: Customer }) {
  const saving = useSaveNote(customer.email);
  return (
    <div className="mt-10 max-w-2xl">
      <PrivateNoteForm
        note={{ text: customer.note, version: customer.note_version }}
        saving={saving}
        label="Private note"
        hint="For example gate codes, pets or preferences. Customers never see it."
        saveLabel="Save note"
        unsaved="Your changes to the private note would be lost."
      />
    </div>
  );
}
