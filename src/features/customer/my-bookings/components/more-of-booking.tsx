import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { BookingDetails } from '@contracts/booking.ts';
import {
  checkMore,
  moreFacts,
  moreOf,
  nothingMore,
  type MoreInput,
} from '@domain/booking/more-fields.ts';
import { gather } from '@domain/contact/form-checks.ts';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { CallWithoutWaterOrPower, MoreFields } from '@/entities/booking/more-fields.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { formRules } from '@/lib/form-rules.ts';
import { useSaveMore } from '../api/use-save-more.ts';

type MoreOfBookingProps = {
  details: BookingDetails;
  /** Whether the visit lies ahead, so that it can still be changed. */
  isOpen: boolean;
};

/** What the customer told besides, to be changed or removed until the visit. */
export function MoreOfBooking({ details, isOpen }: MoreOfBookingProps) {
  const [isEdited, setIsEdited] = useState(false);
  const facts = moreFacts(details.more);
  if (facts.length === 0 && !isOpen) return null;
  return (
    <section aria-label="Notes and access" className="mt-6 border-t border-hairline pt-6">
      {facts.length > 0 && !isEdited && (
        <dl className="mb-4 grid gap-4">
          {facts.map(({ label, text }) => (
            <div key={label}>
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="font-medium wrap-anywhere whitespace-pre-line">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {isEdited ? (
        <MoreForm details={details} onClose={() => setIsEdited(false)} />
      ) : (
        isOpen && (
          <Button variant="secondary" onClick={() => setIsEdited(true)}>
            {facts.length > 0 ? 'Edit notes and access' : 'Add notes or access'}
          </Button>
        )
      )}
    </section>
  );
}

function MoreForm({ details, onClose }: { details: BookingDetails; onClose: () => void }) {
  const form = useForm<MoreInput, unknown, MoreInput>({
    defaultValues: moreOf({ ...nothingMore, ...details.more }),
    resolver: formRules((typed: MoreInput) => gather(checkMore(typed))),
  });
  const saving = useSaveMore(details, onClose);
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit((more) => saving.mutate(more))(event)}
      >
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
          <MoreFields>
            <CallWithoutWaterOrPower lead="Please call us" />
          </MoreFields>
        </div>
        {saving.error && (
          <Notice tone="danger" role="alert" className="mt-5">
            <p>{failureSentence(saving.error)}</p>
          </Notice>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" busy={saving.isPending}>
            Save details
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
