import { FormProvider } from 'react-hook-form';
import { useCallback, useEffect } from 'react';
import type { Service } from '@domain/booking/catalogue.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { PlaceFields } from '@/entities/booking/details-fields.tsx';
import { useSession } from '@/lib/session.ts';
import type { BookingFlowState } from '../use-booking-flow.ts';
import { useDetailsForm, type DetailsForm } from '../use-details-form.ts';
import { ChosenTime } from './chosen-time.tsx';
import { CouponField } from './coupon-field.tsx';
import { ContactFields, FieldGroup } from './details-fields.tsx';
import { OutsideArea } from './outside-area.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import { TipField } from './tip-field.tsx';
import { VehicleChoice } from './vehicle-choice.tsx';

export type DetailsStepProps = { formId: string; flow: BookingFlowState; service: Service };

export function DetailsStep({ formId, flow, service }: DetailsStepProps) {
  const { draft, price, update, servedPrefixes } = flow;
  const { now } = flow.wanted;
  const onTyped = useCallback((details: DetailsInput) => update({ details }), [update]);
  const form = useDetailsForm(draft.details, { now, servedPrefixes }, onTyped);
  useAccountDetails(form);
  return (
    <FormProvider {...form}>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void flow.send(form);
        }}
        className="grid grid-cols-1 gap-12"
      >
        <ChosenTime
          chosen={flow.time.chosen}
          durationMinutes={service.durationMinutes}
          onChange={flow.focusTimes}
        />
        <ContactFields />
        <VehicleChoice
          service={service}
          vehicleType={draft.vehicleType}
          onChange={(vehicleType) => update({ vehicleType })}
        />
        <FieldGroup legend="Service address">
          <PlaceFields isOwn>
            <OutsideArea
              prefixes={servedPrefixes}
              service={service}
              vehicleType={draft.vehicleType}
              start={flow.time.chosen}
            />
          </PlaceFields>
        </FieldGroup>
        <fieldset>
          <legend className="mb-5 heading-3">Coupon and tip</legend>
          <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
            <CouponField savingCents={price.discountCents} />
            <TipField tipCents={price.tipCents} />
          </div>
        </fieldset>
        <PaymentChoice
          chosen={draft.paymentOption}
          onChange={(paymentOption) => update({ paymentOption })}
        />
      </form>
    </FormProvider>
  );
}

/** Begins the details with what the account knows, wherever nothing is typed yet. */
function useAccountDetails({ getValues, setValue }: DetailsForm) {
  const session = useSession();
  const { name = '', email = '' } = session.status === 'signed-in' ? session.user : {};

  useEffect(() => {
    if (name && !getValues('fullName')) setValue('fullName', name);
    if (email && !getValues('email')) setValue('email', email);
  }, [name, email, getValues, setValue]);
}
