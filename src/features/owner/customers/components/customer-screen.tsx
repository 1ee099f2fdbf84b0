import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Page } from '@/components/ui/page.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { PrivateNoteForm } from '@/entities/private-note/private-note-form.tsx';
import { isRefusal } from '@/lib/failure-sentence.ts';
import { formatPhone } from '@/lib/format-phone.ts';
import { navigate } from '@/lib/location.tsx';
import { formatInstantDay } from '@/lib/moments.ts';
import { textLink } from '@/lib/text-link.ts';
import { toast } from '@/lib/toast.ts';
import type { Customer } from '@contracts/customers.ts';
import type { PrivateNote } from '@contracts/notes.ts';
import { customerQuery, saveNote, customersKey } from '../api/customer.ts';
import { CustomerBookings } from './customer-bookings.tsx';
import { CustomerFigures } from './customer-figures.tsx';
import { CustomerPrivacy } from './customer-privacy.tsx';

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

/** Saves the note about a customer, and shows what is kept then, or what somebody else wrote. */
function useSaveNote(email: string) {
  const client = useQueryClient();
  const page = customerQuery(email);
  return useMutation({
    mutationFn: (written: PrivateNote) => saveNote(email, written),
    onSuccess: ({ text, version }) => {
      client.setQueryData(
        page.queryKey,
        (shown) => shown && { ...shown, note: text, note_version: version },
      );
      toast({ title: 'Saved', description: 'The note is saved.' });
      void client.invalidateQueries({ queryKey: customersKey });
    },
    onError: (error) => {
      if (isRefusal(error, 'note_changed')) void client.invalidateQueries(page);
    },
  });
}

/** A call, a text and a mail are one thumb away. */
function ReachCustomer({ customer }: { customer: Customer }) {
  const { email, phone } = customer;
  return (
    <div className="-mt-2 mb-10">
      <p className="flex gap-3">
        {phone && (
          <a href={`tel:${phone}`} className={buttonStyle('primary', 'max-sm:flex-1')}>
            Call
          </a>
        )}
        {phone && (
          <a href={textLink(phone)} className={buttonStyle('secondary', 'max-sm:flex-1')}>
            Text
          </a>
        )}
        <a href={`mailto:${email}`} className={buttonStyle('secondary', 'max-sm:flex-1')}>
          Email
        </a>
      </p>
      <p className="mt-3 wrap-anywhere text-ink-soft">
        {phone && <span className="whitespace-nowrap">{formatPhone(phone)}, </span>}
        {email}
      </p>
    </div>
  );
}
