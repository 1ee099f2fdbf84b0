import { useQuery } from '@tanstack/react-query';
import { FormProvider, useWatch } from 'react-hook-form';
import type { FoundCaller } from '@contracts/customers.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { TextConsent } from '@/entities/text-messages/text-consent.tsx';
import { formatDayAndTime } from '@/lib/days.ts';
import { formatMoment } from '@/lib/moments.ts';
import { usePhoneBookingForm } from '../use-phone-booking-form.ts';
import type { PhoneStart } from '../use-phone-start.ts';
import { BookIt } from './book-it.tsx';
import { PhoneExtras } from './phone-extras.tsx';
import { CallerFields, CarAndAddressFields } from './phone-fields.tsx';
import { PhonePrice } from './phone-price.tsx';
import { PhoneTime } from './phone-time.tsx';
import { PhoneWork, vehicleChoiceId } from './phone-work.tsx';

const timesId = 'phone-times';
const lead = {
  toTimes: () => document.getElementById(timesId)?.focus(),
  toVehicle: () => document.querySelector<HTMLElement>(`#${vehicleChoiceId} input`)?.focus(),
};

type PhoneBookingFormProps = {
  start: PhoneStart;
  heldFor: HeldFor | null;
  /** The customer who books again. */
  again: FoundCaller | null;
};

/** The customer, the car and where it is, the work, the time; beside them what it costs, and the way on. */
export function PhoneBookingForm({ start: wanted, heldFor, again }: PhoneBookingFormProps) {
  const form = usePhoneBookingForm(wanted, { heldFor, again }, lead);
  const { work, when, details, booking } = form;
  const { service, addOns, vehicleType } = work;
  const couponCode = useWatch({ control: details.control, name: 'couponCode' });
  const postalCode = checkPostalCode(useWatch({ control: details.control, name: 'postalCode' }));
  const needsPlace = useQuery(openingRulesQuery).data?.needsPlace === true;
  if (!service) return null;
  return (
    <FormProvider {...details}>
      <form noValidate onSubmit={(event) => void form.submit(event)} className="phone-booking">
        <div className="@container grid min-w-0 gap-8">
          {heldFor && <HeldForNotice heldFor={heldFor} />}
          {form.kept.isBack && <KeptNotice onEmpty={form.kept.empty} />}
          <div className="grid gap-8 @xl:grid-cols-2">
            <fieldset>
              <legend className="mb-3 heading-3">Customer</legend>
              <CallerFields caller={form.caller} onCaller={form.chooseCaller} />
              <TextConsentLine checked={form.textConsent} onChange={form.setTextConsent} />
            </fieldset>
            <fieldset>
              <legend className="mb-3 heading-3">Car and address</legend>
              <CarAndAddressFields caller={form.caller} work={work} onFill={form.fill} />
            </fieldset>
          </div>
          <PhoneWork work={work} />
          <PhoneTime
            id={timesId}
            work={{ service, addOns, place: postalCode.ok ? postalCode.value : null, needsPlace }}
            when={when}
            heldFor={heldFor}
          />
          <PhoneExtras />
        </div>
        <PhonePrice {...{ service, vehicleType, addOns, couponCode }} start={when.start}>
          <BookIt booking={booking} unusual={when.unusual} isRefused={form.isRefused} />
        </PhonePrice>
      </form>
      <LeaveQuestion
        isChanged={details.formState.isDirty && !booking.isSuccess}
        description={
          booking.storedBookingId
            ? 'The booking was made with the details you first sent. Your later changes would be lost.'
            : 'This booking isn’t made yet. What you typed would be lost.'
        }
        onLeave={() => details.reset()}
      />
    </FormProvider>
  );
}

type TextConsentLineProps = { checked: boolean; onChange: (checked: boolean) => void };

const TextConsentLine = (props: TextConsentLineProps) => (
  <div className="mt-4 empty:hidden">
    <TextConsent how="phone_call" {...props} />
  </div>
);

/** Above the form, when the page was closed in the middle of it. */
const KeptNotice = ({ onEmpty }: { onEmpty: () => void }) => (
  <Notice title="What you typed is still here">
    <p>Please choose the service, the vehicle and the time again.</p>
    <button type="button" className="mt-1 text-link" onClick={onEmpty}>
      Empty the form
    </button>
  </Notice>
);

/** Above the form, where a time is held for whom it is booked. */
function HeldForNotice({ heldFor: { date, time, name, heldUntil } }: { heldFor: HeldFor }) {
  return (
    <Notice title={`${formatDayAndTime({ date, time })} is held for ${name}.`}>
      <p>
        It is held until {formatMoment(heldUntil)}. This booking takes the customer off the waiting
        list.
      </p>
    </Notice>
  );
}
