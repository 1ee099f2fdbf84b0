import { FormProvider } from 'react-hook-form';
import { Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { visibleAddOns } from '@domain/booking/add-ons.ts';
import { type Service } from '@domain/booking/catalogue.ts';
import { isUnusualTip, type DetailsInput } from '@domain/booking/details.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatPhone } from '@domain/contact/format-phone.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { AddOnChoice } from '@/entities/booking/add-on-choice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { PlaceFields } from '@/entities/booking/details-fields.tsx';
import { FoldedMoreFields } from '@/entities/booking/more-fields.tsx';
import { TextConsent } from '@/entities/text-messages/text-consent.tsx';
import { latePart } from '@/lib/late.ts';
import { lookAtVehicle } from '@/lib/looked-at-vehicle.ts';
import { useBusiness } from '@/lib/business.ts';
import { useSession } from '@/lib/session.ts';
import { placeOf } from '../booking-draft.ts';
import type { BookingFlowState } from '../use-booking-flow.ts';
import { useDetailsForm, type DetailsForm } from '../use-details-form.ts';
import { ChosenTime } from './chosen-time.tsx';
import { CouponField } from './coupon-field.tsx';
import { ContactFields, FieldGroup } from './details-fields.tsx';
import { KnownAddresses, useKnownChoices } from './known-choices.tsx';
import { OutsideArea } from './outside-area.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import { TipField } from './tip-field.tsx';
import { VehicleChoice } from './vehicle-choice.tsx';
import { toldStart } from '@/lib/told-times.ts';

const PhotosBeforeBooking = latePart(() => import('./photos-before-booking.tsx'));

type Flow = Pick<BookingFlowState, 'draft' | 'update'>;

export type DetailsStepProps = { formId: string; flow: BookingFlowState; service: Service };

export function DetailsStep({ formId, flow, service }: DetailsStepProps) {
  const { draft, price, update, servedPrefixes } = flow;
  const { now } = flow.wanted;
  const onTyped = useCallback(
    (details: DetailsInput) => {
      const place = placeOf(details.postalCode);
      update(place === null ? { details } : { details, place });
    },
    [update],
  );
  const form = useDetailsForm(draft.details, { now, servedPrefixes }, onTyped);
  const [isTipAsked, setIsTipAsked] = useState(false);
  const send = async () => {
    if (isUnusualTip(price) && (await form.trigger())) setIsTipAsked(true);
    else await flow.send(form);
  };
  useAccountDetails(form, flow);
  useChosenPlace(form, flow.placed);
  return (
    <FormProvider {...form}>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        // Whether we come there is worth knowing before the rest is filled in.
        onBlur={({ target }) => {
          if (isPostalCode(target) && target.value !== '') void form.trigger('postalCode');
        }}
        className="grid grid-cols-1 gap-12"
      >
        <ChosenTime
          chosen={flow.time.chosen}
          durationMinutes={flow.wanted.durationMinutes}
          onChange={flow.focusTimes}
        />
        <ContactFields>
          <TextConsent
            how="booking_form"
            checked={draft.textConsent ?? false}
            onChange={(textConsent) => update({ textConsent })}
          />
        </ContactFields>
        <VehicleChoice
          service={service}
          vehicleType={draft.vehicleType}
          onChange={(vehicleType) => {
            lookAtVehicle(vehicleType);
            update({ vehicleType });
          }}
        />
        <AddOns flow={flow} />
        <FieldGroup legend="Service address">
          <KnownAddresses />
          <PlaceFields isOwn>
            <OutsideArea
              prefixes={servedPrefixes}
              service={service}
              vehicleType={draft.vehicleType}
              start={flow.time.chosen}
            />
            <OutOfReach flow={flow} />
          </PlaceFields>
        </FieldGroup>
        <FoldedMoreFields summary="Anything we should know?">
          <Suspense fallback={<Spinner className="sm:col-span-6" />}>
            <div className="min-w-0 sm:col-span-6">
              <PhotosBeforeBooking />
            </div>
          </Suspense>
        </FoldedMoreFields>
        <fieldset>
          <legend className="mb-5 heading-3">Coupon and tip</legend>
          <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
            <CouponField savingCents={price.discountCents} onAnswer={flow.answerCoupon} />
            <TipField tipCents={price.tipCents} />
          </div>
        </fieldset>
        <PaymentChoice
          start={flow.time.chosen}
          chosen={draft.paymentOption}
          onChange={(paymentOption) => update({ paymentOption })}
        />
      </form>
      <ConfirmDialog
        open={isTipAsked}
        onOpenChange={setIsTipAsked}
        title={`Add a tip of ${formatCents(price.tipCents)}?`}
        description={`The visit itself costs ${formatCents(price.subtotalCents)}. Is the tip as you meant it?`}
        confirmLabel="Add this tip"
        cancelLabel="Change the tip"
        focusAfter={() => document.querySelector<HTMLElement>('[name=tip]')}
        onConfirm={() => {
          setIsTipAsked(false);
          void flow.send(form);
        }}
      />
    </FormProvider>
  );
}

/** The add-ons, and below them whether the chosen time has room for them. */
function AddOns({ flow }: Pick<DetailsStepProps, 'flow'>) {
  const { draft, update, addOns, isTooShort, time } = flow;
  if (visibleAddOns(useBusiness()).length === 0) return null;
  return (
    <div className="grid gap-4">
      <AddOnChoice
        vehicleType={draft.vehicleType}
        chosen={addOns.map(({ id }) => id)}
        onChange={(ids) => update({ addOns: ids })}
      />
      {isTooShort && time.lost && (
        <Notice tone="danger" title="The time you picked is too short for this">
          <p>{toldStart(time.lost)} has no room for your add-ons.</p>
          <Button variant="secondary" className="mt-4 max-sm:w-full" onClick={flow.focusTimes}>
            Pick another time
          </Button>
        </Notice>
      )}
    </div>
  );
}

/** Below the address: that the chosen time is not available for it. */
function OutOfReach({ flow }: Pick<DetailsStepProps, 'flow'>) {
  const { needsPlace, place, time, isTooShort } = flow;
  const lost = needsPlace && place && !isTooShort ? time.lost : null;
  return (
    <div role="status" className={lost ? 'sm:col-span-6' : 'hidden'}>
      {lost && (
        <Notice tone="danger" title={`${toldStart(lost)} isn’t available for ${place}`}>
          <Button variant="secondary" className="mt-2 max-sm:w-full" onClick={flow.focusTimes}>
            Pick another time
          </Button>
        </Notice>
      )}
    </div>
  );
}

/** Fills in the address that was chosen above the times meanwhile. */
function useChosenPlace({ setValue }: DetailsForm, placed: BookingFlowState['placed']) {
  const seen = useRef(placed);
  useEffect(() => {
    if (seen.current === placed || !placed) return;
    seen.current = placed;
    for (const [name, value] of Object.entries(placed)) {
      setValue(name as keyof DetailsInput, value, { shouldDirty: true, shouldValidate: true });
    }
  }, [placed, setValue]);
}

/**
 * Begins the details with what the account knows, also where an earlier visit left something else. What the last booking
 * knows only fills in what is empty.
 */
function useAccountDetails({ getValues, setValue }: DetailsForm, { draft, update }: Flow) {
  const session = useSession();
  const { name, email, phone } = session.status === 'signed-in' ? session.user : noUser;
  const { contact, addresses } = useKnownChoices();
  const [address] = addresses;
  const isSignedIn = session.status === 'signed-in';
  const takeOver = useEffectEvent(() => {
    const account = { name: name ?? '', email, phone: phone ? formatPhone(phone) : '' };
    for (const field of ['name', 'email', 'phone'] as const) {
      // What was typed over it since stays.
      const isNew = account[field] !== '' && account[field] !== draft.account?.[field];
      if (isNew) setValue(field, account[field]);
    }
    update({ account });
  });
  useEffect(() => {
    if (isSignedIn) takeOver();
  }, [isSignedIn]);

  useEffect(() => {
    const begin = (field: keyof DetailsInput, value = '') => {
      if (value && !getValues(field)) setValue(field, value);
    };
    begin('name', contact?.name);
    begin('phone', contact?.phone);
    // A part of one address and a part of another would be none.
    const [street, city, postalCode] = getValues(['address', 'city', 'postalCode']);
    const isHere = !postalCode || placeOf(postalCode) === address?.postalCode;
    if (!address || street || city || !isHere) return;
    for (const [field, value] of Object.entries(address)) {
      setValue(field as keyof DetailsInput, value);
    }
  }, [contact, address, getValues, setValue]);
}

const isPostalCode = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.name === 'postalCode';

const noUser = { name: undefined, email: '', phone: undefined };
