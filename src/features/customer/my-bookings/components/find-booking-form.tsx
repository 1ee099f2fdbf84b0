import { useForm } from 'react-hook-form';
import { validateGuestLookup, type GuestLookup } from '@domain/booking/details.ts';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';

type FindBookingFormProps = {
  /** A booking id or number that is known already, or nothing. */
  startId: string;
  isBusy: boolean;
  /** The last search found nothing. */
  isMissing: boolean;
  onFind: (wanted: GuestLookup) => void;
};

export function FindBookingForm({ startId, isBusy, isMissing, onFind }: FindBookingFormProps) {
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
