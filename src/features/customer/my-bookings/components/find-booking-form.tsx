import { useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { validateGuestLookup, type GuestLookup } from '@domain/booking/details.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';

type FindBookingFormProps = {
  /** A booking id that is known already, or nothing. */
  startId: string;
  isBusy: boolean;
  /** Why the last search came to nothing. */
  problem: string | null;
  onFind: (wanted: GuestLookup) => void;
};

export function FindBookingForm({ startId, isBusy, problem, onFind }: FindBookingFormProps) {
  const { register, handleSubmit, formState } = useForm<GuestLookup, unknown, GuestLookup>({
    defaultValues: { email: '', bookingId: startId },
    resolver: lookupResolver,
  });
  const { errors } = formState;

  return (
    <section aria-labelledby="find-heading" className="max-w-2xl">
      <h2 id="find-heading" className="heading-2">
        Find Your Booking
      </h2>
      <p className="mt-3 text-ink-soft">Both are in your confirmation email.</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void handleSubmit(onFind)();
        }}
        className="mt-8 grid gap-5"
      >
        <Field label="Email Address" required error={errors.email?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...register('email')}
              type="email"
              inputMode="email"
              autoComplete="email"
            />
          )}
        </Field>
        <Field label="Booking ID" required error={errors.bookingId?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...register('bookingId')}
              placeholder="00000000-0000-0000-0000-000000000000"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Button type="submit" busy={isBusy} className="sm:justify-self-start">
          Find Booking
        </Button>
      </form>
    </section>
  );
}

/** Lets the form check itself by the rules of the business; a valid form answers normalised values. */
const lookupResolver: Resolver<GuestLookup, unknown, GuestLookup> = (typed) => {
  const result = validateGuestLookup(typed);
  if (result.ok) return { values: result.value, errors: {} };
  const errors: FieldErrors<GuestLookup> = {};
  for (const [name, message] of Object.entries(result.fields)) {
    errors[name as keyof GuestLookup] = { type: 'rule', message };
  }
  return { values: {}, errors };
};
