import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FormProvider, useWatch } from 'react-hook-form';
import type { FoundCaller } from '@contracts/customers.ts';
import { findAddOns } from '@domain/booking/add-ons.ts';
import { visibleServices } from '@domain/booking/catalogue.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { FoldedMoreFields } from '@/entities/booking/more-fields.tsx';
import { TextConsent } from '@/entities/text-messages/text-consent.tsx';
import { useBusiness } from '@/lib/business.ts';
import { formatDayAndTime } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { formatMoment } from '@/lib/moments.ts';
import { usePhoneBookingForm, type PhoneStart } from '../use-phone-booking-form.ts';
import { StoredBooking } from './stored-booking.tsx';
import { CallerFields, CarAndAddressFields } from './phone-fields.tsx';
import { PhonePrice } from './phone-price.tsx';
import { PhoneTime } from './phone-time.tsx';
import { PhoneWork } from './phone-work.tsx';

const timesId = 'phone-times';
const focusTimes = () => document.getElementById(timesId)?.focus();

type PhoneBookingFormProps = {
  start: PhoneStart;
  heldFor: HeldFor | null;
  /** The customer who books again. */
  again: FoundCaller | null;
};

export function PhoneBookingForm({ start: wanted, heldFor, again }: PhoneBookingFormProps) {
  const form = usePhoneBookingForm(wanted, { heldFor, again }, focusTimes);
  const { work, start, details, booking, timeProblem } = form;
  const couponCode = useWatch({ control: details.control, name: 'couponCode' });
  const postalCode = checkPostalCode(useWatch({ control: details.control, name: 'postalCode' }));
  const needsPlace = useQuery(openingRulesQuery).data?.needsPlace === true;
  const business = useBusiness();
  const services = visibleServices(business);
  const addOns = useMemo(() => findAddOns(business, work.addOns), [business, work.addOns]);
  const service = services.find(({ id }) => id === work.serviceId) ?? services[0];
  if (!service) return null;
  const times = (
    <PhoneTime
      id={timesId}
      work={{ service, addOns, place: postalCode.ok ? postalCode.value : null, needsPlace }}
      start={start}
      heldFor={heldFor}
      problem={timeProblem}
      onStart={form.chooseStart}
    />
  );
  return (
    <FormProvider {...details}>
      <form
        noValidate
        onSubmit={(event) => void form.submit(event)}
        className="grid items-start gap-x-14 gap-y-10 2xl:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="grid min-w-0 gap-10">
          {heldFor && <HeldForNotice heldFor={heldFor} />}
          <fieldset>
            <legend className="mb-5 heading-3">Customer</legend>
            <CallerFields caller={form.caller} onCaller={form.chooseCaller} />
            <div className="mt-5">
              <TextConsent
                how="phone_call"
                checked={form.textConsent}
                onChange={form.setTextConsent}
              />
            </div>
          </fieldset>
          <PhoneWork {...work} />
          {!needsPlace && times}
          <fieldset>
            <legend className="mb-5 heading-3">Car and address</legend>
            <CarAndAddressFields
              caller={form.caller}
              onFill={form.fill}
              onVehicle={work.onVehicle}
            />
          </fieldset>
          {needsPlace && times}
          <FoldedMoreFields summary="Access, water, power and notes" />
        </div>
        <PhonePrice
          service={service}
          vehicleType={work.vehicleType}
          addOns={addOns}
          couponCode={couponCode}
          start={start}
        >
          {booking.error && !timeProblem && (
            <Notice tone="danger" role="alert" className="mb-5">
              <p>{failureSentence(booking.error)}</p>
              {booking.storedBookingId && <StoredBooking bookingId={booking.storedBookingId} />}
            </Notice>
          )}
          <Button type="submit" className="w-full" busy={booking.isPending}>
            Book it
          </Button>
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
