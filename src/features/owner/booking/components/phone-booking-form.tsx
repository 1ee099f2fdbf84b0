import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useWatch, useFormContext } from 'react-hook-form';
import { Link } from 'wouter';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { DetailsField } from '@/entities/booking/details-fields.tsx';
import { MoreFields } from '@/entities/booking/more-fields.tsx';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { unusualWords } from '@/entities/open-times/unusual-words.ts';
import { TextConsent } from '@/entities/text-messages/text-consent.tsx';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { useBusiness } from '@/lib/business.ts';
import { formatDayAndTime } from '@/lib/days.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { formatMoment } from '@/lib/moments.ts';
import type { FoundCaller } from '@contracts/customers.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { eachMore, moreOf } from '@domain/booking/more-fields.ts';
import type { Business } from '@domain/business/business.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { advertisedCoupon } from '@domain/money/coupon.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatStartOf } from '@domain/time/start-format.ts';
import type { Unusual } from '@domain/time/unusual-start.ts';
import { bookingPageQuery } from '../api/booking-page.ts';
import { usePhoneBookingForm } from '../use-phone-booking-form.ts';
import type { usePhoneBooking } from '../use-phone-booking.ts';
import { type PhoneStart, isTimeRefusal } from '../use-phone-start.ts';
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

type BookItProps = {
  booking: ReturnType<typeof usePhoneBooking>;
  unusual: readonly Unusual[];
  /** The chosen start was refused, and would be again. */
  isRefused: boolean;
};

/** Books; a start that customers can't book only "anyway", with the reason beside the button. */
function BookIt({ booking, unusual, isRefused }: BookItProps) {
  const isAnyway = unusual.length > 0 && !unusual.includes('in_past') && !isRefused;
  return (
    <>
      {booking.error && !isTimeRefusal(booking.error) && (
        <Notice tone="danger" role="alert" className="max-lg:order-first max-lg:col-span-2 lg:mt-5">
          <p>{failureSentence(booking.error)}</p>
          {booking.storedBookingId && <StoredBooking bookingId={booking.storedBookingId} />}
        </Notice>
      )}
      {unusual.length > 0 && (
        <p className="text-sm text-citrine max-lg:order-first max-lg:col-span-2 lg:mt-5">
          {unusual.map((one) => unusualWords[one]).join(' ')}
        </p>
      )}
      <Button type="submit" className="lg:mt-5 lg:w-full" busy={booking.isPending}>
        {isAnyway ? 'Book anyway' : 'Book it'}
      </Button>
    </>
  );
}

/** What is stored of a form that was sent again with other content, and the way there. */
function StoredBooking({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(bookingPageQuery(bookingId));
  return (
    <>
      {data && (
        <p className="mt-2 font-semibold">
          {data.booking.service_name} for {data.booking.customer_name},{' '}
          {formatStartOf(data.booking)}
        </p>
      )}
      <Link to={adminBookingPath(bookingId)} className="text-link">
        Open booking
      </Link>
    </>
  );
}

/** What few callers mention, behind a line to press; open once something is given or refused. */
function PhoneExtras() {
  const { getValues, formState } = useFormContext<DetailsInput>();
  const [isOpened, setIsOpened] = useState(() =>
    Object.values({ ...moreOf(getValues()), coupon: getValues('couponCode') }).some(Boolean),
  );
  const { errors } = formState;
  const isRefused =
    errors.couponCode !== undefined ||
    Object.values(eachMore((name) => errors[name])).some(Boolean);
  const isOpen = isOpened || isRefused;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}
      className="border-y border-hairline"
    >
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 py-2">
        <span className="font-semibold">Coupon, access and notes</span>
        <span aria-hidden="true" className="text-xl leading-none">
          {isOpen ? '−' : '+'}
        </span>
      </summary>
      <div className="grid gap-x-4 gap-y-5 pt-2 pb-6 sm:grid-cols-6">
        <DetailsField
          name="couponCode"
          label="Coupon Code"
          required={false}
          autoCapitalize="characters"
          spellCheck={false}
          hint={couponHint(useBusiness())}
          className="sm:col-span-6"
        />
        <MoreFields />
      </div>
    </details>
  );
}

function couponHint(business: Business): string | undefined {
  const coupon = advertisedCoupon(business);
  if (!coupon) return undefined;
  const { code, discount, isFirstVisitOnly } = coupon;
  const off =
    discount.kind === 'amount' ? formatCents(discount.cents) : `${discount.basisPoints / 100}%`;
  return `${isFirstVisitOnly ? 'First visit? ' : ''}${code} takes ${off} off, once per customer.`;
}
