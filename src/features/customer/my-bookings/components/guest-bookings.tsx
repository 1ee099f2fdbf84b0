import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { AccountPrompt } from '@/components/account-prompt.tsx';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { paths } from '@/config/paths.ts';
import { HeldBookingNotice } from '@/entities/booking/held-booking-notice.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import { validateGuestLookup, type GuestLookup } from '@domain/booking/details.ts';
import { useGuestBookings } from '../use-guest-bookings.ts';
import { cardHeadingId } from './booking-card.tsx';
import { BookingList } from './booking-list.tsx';
import { BookingsLoading } from './bookings-loading.tsx';

type GuestBookingsProps = {
  /** From a link in a mail, or from the confirmation page. */
  linkedId: string | null;
};

/** A guest's way to a booking: its id or number and email address, or a link that names it. */
export function GuestBookings({ linkedId }: GuestBookingsProps) {
  const guest = useGuestBookings(linkedId);
  const [booking] = guest.bookings;
  const { foundId } = guest;
  useEffect(() => {
    if (foundId) document.getElementById(cardHeadingId(foundId))?.focus();
  }, [foundId]);
  return (
    <div className="grid items-start gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid gap-14">
        {!booking && <HeldBookingNotice />}
        {booking && <BookingList bookings={guest.bookings} onCancelled={guest.markCancelled} />}
        {guest.isFollowingLink ? (
          <BookingsLoading />
        ) : (
          <FindBookingForm
            // A link alone shows neither address nor amounts.
            startId={booking?.details ? '' : (linkedId ?? '')}
            isBusy={guest.isSearching}
            isMissing={guest.isMissing && !guest.isSearching}
            onFind={guest.find}
          />
        )}
      </div>
      <div className="lg:sticky lg:top-8">
        {booking?.customer_email ? (
          <AccountPrompt email={booking.customer_email} />
        ) : (
          <LoginPrompt />
        )}
      </div>
    </div>
  );
}

function LoginPrompt() {
  return (
    <Section heading="Can’t find that email?" className="on-lacquer rounded-badge p-6 sm:p-8">
      <p className="mt-3 text-mist">
        We can email you a code instead. It signs you in and lists all your bookings, also without a
        password.
      </p>
      <div className="mt-3 flex flex-wrap gap-x-6">
        <Link
          to={paths.login}
          state={{ from: paths.myBookings, byCode: true }}
          className="text-link text-citrine"
        >
          Get a code by email
        </Link>
        <Link
          to={paths.login}
          state={{ from: paths.myBookings }}
          className="text-link text-citrine"
        >
          Sign in with a password
        </Link>
      </div>
    </Section>
  );
}

type FindBookingFormProps = {
  /** A booking id or number that is known already, or nothing. */
  startId: string;
  isBusy: boolean;
  /** The last search found nothing. */
  isMissing: boolean;
  onFind: (wanted: GuestLookup) => void;
};

function FindBookingForm({ startId, isBusy, isMissing, onFind }: FindBookingFormProps) {
  const form = useForm<GuestLookup, unknown, GuestLookup>({
    defaultValues: { email: '', bookingId: startId },
    resolver: formRules(validateGuestLookup),
  });
  const field = fieldOf(form);
  return (
    <Section heading="Find Your Booking" headingClassName="heading-2" className="max-w-2xl">
      <p className="mt-3 text-ink-soft">Your booking number is in your confirmation email.</p>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(onFind)(event)}
        className="mt-8 grid gap-5"
      >
        <TextField
          label="Email Address"
          required
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <TextField
          label="Booking ID or number"
          required
          {...field('bookingId')}
          error={field('bookingId').error ?? (isMissing ? noSuchBooking : undefined)}
          placeholder="7KQ4-M2XB"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" busy={isBusy} className="sm:justify-self-start">
          Find Booking
        </Button>
      </form>
    </Section>
  );
}

const noSuchBooking =
  'No booking has this email address and booking number or ID. Please check both in your confirmation email.';
