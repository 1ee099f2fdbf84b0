import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { navigate } from '@/lib/location.tsx';
import { localToday } from '@domain/time/schedule.ts';
import type { PhoneCustomer } from '@contracts/customers.ts';
import type { PrivateNote } from '@contracts/notes.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Section } from '@/components/section.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Page } from '@/components/ui/page.tsx';
import { adminPaths, bookAgainPath } from '@/config/admin-paths.ts';
import { PrivateNoteForm } from '@/entities/private-note/private-note-form.tsx';
import { isRefusal } from '@/lib/failure-sentence.ts';
import { textLink } from '@/lib/text-link.ts';
import { formatPhone } from '@/lib/format-phone.ts';
import { formatInstantDay } from '@/lib/moments.ts';
import { toast } from '@/lib/toast.ts';
import { useNow } from '@/lib/use-now.ts';
import { customersKey } from '../api/customer.ts';
import { phoneCustomerQuery, savePhoneNote } from '../api/phone-customer.ts';
import { CallerPrivacy } from './caller-privacy.tsx';
import { BookingRow } from './customer-bookings.tsx';
import { CustomerFigures } from './customer-figures.tsx';

/** A customer without an email address: their number, what they came for, and what is kept about them. */
export default function PhoneCustomerScreen() {
  const [query] = useSearchParams();
  const [phone, name] = [query.get('phone') ?? '', query.get('name') ?? ''];
  const page = useQuery(phoneCustomerQuery({ phone, name }));
  const { data } = page;
  if (data) return <OnePhoneCustomer key={`${phone} ${name}`} customer={data} />;
  return (
    <Page
      title="Customer by phone"
      heading={data === null ? 'Customer not found' : name || 'Customer'}
    >
      {data === null ? (
        <p className="max-w-xl text-ink-soft">
          No booking without an email address has this name and number.{' '}
          <Link to={adminPaths.customers} className="text-link">
            All customers
          </Link>
        </p>
      ) : (
        <NotLoaded
          query={page}
          loading="Loading the customer"
          failed="Could not load this customer."
        />
      )}
    </Page>
  );
}

function OnePhoneCustomer({ customer }: { customer: PhoneCustomer }) {
  const { phone, name } = customer;
  return (
    <Page
      title={name}
      heading={name}
      lead={`Customer since ${formatInstantDay(customer.first_booked_at)}, without an email address.`}
    >
      <p className="-mt-2 mb-10 flex flex-wrap items-center gap-x-5 gap-y-3">
        <a href={`tel:${phone}`} className={buttonStyle('primary', 'max-sm:flex-1')}>
          Call
        </a>
        <a href={textLink(phone)} className={buttonStyle('secondary', 'max-sm:flex-1')}>
          Text
        </a>
        <span className="text-ink-soft max-sm:w-full">{formatPhone(phone)}</span>
      </p>
      <CustomerFigures customer={customer} />
      <PhoneCustomerNote customer={customer} />
      <Visits customer={customer} />
      <CallerPrivacy
        phone={phone}
        onErased={() => navigate(adminPaths.customers, { replace: true })}
      />
      <p className="mt-10">
        <Link to={adminPaths.customers} className="text-link">
          All customers
        </Link>
      </p>
    </Page>
  );
}

function Visits({ customer: { bookings } }: { customer: PhoneCustomer }) {
  const today = localToday(useNow());
  const [latest] = bookings;
  return (
    <Section heading="Bookings" headingClassName="mb-5 heading-2" className="mt-14">
      {latest && (
        <ButtonLink to={bookAgainPath(latest.id)} className="mb-6 max-sm:w-full">
          Book again
        </ButtonLink>
      )}
      <ul aria-label="Bookings" className="border-t border-hairline">
        {bookings.map((booking) => (
          <li key={booking.id} className="border-b border-hairline">
            <BookingRow booking={booking} today={today} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function PhoneCustomerNote({ customer }: { customer: PhoneCustomer }) {
  const client = useQueryClient();
  const page = phoneCustomerQuery(customer);
  const saving = useMutation({
    mutationFn: (written: PrivateNote) => savePhoneNote(customer, written),
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
