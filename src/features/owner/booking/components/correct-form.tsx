import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import type { DetailsInput, PhoneDetails } from '@domain/booking/details.ts';
import { localToday } from '@domain/time/schedule.ts';
import { CarFields, PlaceFields } from '@/entities/booking/details-fields.tsx';
import { MoreFields } from '@/entities/booking/more-fields.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { formRules } from '@/lib/form-rules.ts';
import { useNow } from '@/lib/use-now.ts';
import { correctBooking } from '../api/write-customer.ts';
import { checkCorrection, correctionOf, detailsOf, type Correction } from '../corrections.ts';
import { useBookingAction } from '../use-booking-action.ts';
import { EmailField, NameAndNumber } from './caller-fields.tsx';
import { FormPanel } from '@/components/form-panel.tsx';

type CorrectFormProps = { booking: OwnerBooking; onClose: () => void };

/** Corrects who a booking is for, the car, the place or the notes. */
export function CorrectForm({ booking: current, onClose }: CorrectFormProps) {
  // As the owner opened it: what another session changes meanwhile is not overwritten.
  const [booking] = useState(current);
  const [problem, setProblem] = useState<string | null>(null);
  const currentYear = Number(localToday(useNow()).slice(0, 4));
  const form = useForm<DetailsInput, unknown, PhoneDetails>({
    defaultValues: detailsOf(booking),
    resolver: formRules((typed: DetailsInput) => checkCorrection(booking, typed, currentYear)),
  });
  const correct = useBookingAction(
    booking.id,
    (correction: Correction) => correctBooking(booking.id, correction),
    {
      done: (notified) => ({
        title: 'Details corrected',
        description: notified
          ? `We’re emailing the changes to ${notified}.`
          : 'There’s no email address. Please call the customer.',
      }),
      onDone: onClose,
    },
  );
  const submit = form.handleSubmit((details) => {
    const correction = correctionOf(booking, details);
    setProblem(correction ? null : 'Nothing has changed yet.');
    if (correction)
      correct.mutate(correction, {
        onError: (error) =>
          setProblem(
            failureSentence(error, {
              booking_changed:
                'Someone else has changed this booking. Close this form and open it again.',
            }),
          ),
      });
  });
  return (
    <FormProvider {...form}>
      <FormPanel
        heading="Correct details"
        submitLabel="Save corrections"
        isBusy={correct.isPending}
        problem={problem}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
          <div className="@container sm:col-span-6">
            <div className="grid items-start gap-x-4 gap-y-5 @md:grid-cols-2">
              <NameAndNumber />
              <div className="@md:col-span-2">
                <EmailField />
              </div>
            </div>
          </div>
          <CarFields />
          <PlaceFields isOwn={false} />
          <MoreFields />
        </div>
        <p className="text-sm text-ink-soft">
          We email the changes to the customer. If the email address changes, we also notify the
          former one.
        </p>
      </FormPanel>
    </FormProvider>
  );
}
