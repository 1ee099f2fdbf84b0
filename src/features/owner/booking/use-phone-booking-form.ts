import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { sortFields } from '@/entities/booking/server-fields.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { BackendError } from '@/lib/backend.ts';
import { formRules } from '@/lib/form-rules.ts';
import { refusals } from '@/lib/refusals.ts';
import { useNow } from '@/lib/use-now.ts';
import type { FoundCaller } from '@contracts/customers.ts';
import { bookedMinutes } from '@domain/booking/add-ons.ts';
import {
  type DetailsInput,
  emptyDetails,
  checkPhoneDetails,
  type PhoneDetails,
} from '@domain/booking/details.ts';
import { localToday } from '@domain/time/local-day.ts';
import { fieldsOf } from './known-caller.ts';
import { useKeptTyping } from './use-kept-typing.ts';
import { usePhoneBooking } from './use-phone-booking.ts';
import { isTimeRefusal, usePhoneStart, type PhoneStart } from './use-phone-start.ts';
import { usePhoneWork } from './use-phone-work.ts';

const noVehicle = 'Please choose the vehicle.';
const nobody: FoundCaller = { name: '', email: null, phone: '', visits: [], ahead: [] };

/** What is chosen and typed, and what becomes of it. `lead` brings the focus to a missing choice. */
export function usePhoneBookingForm(
  wanted: PhoneStart,
  { heldFor, again }: { heldFor: HeldFor | null; again: FoundCaller | null },
  lead: { toTimes: () => void; toVehicle: () => void },
) {
  const [caller, setCaller] = useState(again);
  const work = usePhoneWork(heldFor, again);
  const when = usePhoneStart(wanted, work.service ? bookedMinutes(work.service, work.addOns) : 0);
  const details = usePhoneDetails(
    useNow(),
    again ? fieldsOf(again) : heldFor && heldFields(heldFor),
  );
  const kept = useKeptTyping(details, !again && !heldFor);
  const [textConsent, setTextConsent] = useState(false);
  const booking = usePhoneBooking();

  const askForTime = (problem: string) => {
    when.setProblem(problem);
    lead.toTimes();
  };
  const refused = (error: unknown) => {
    if (!(error instanceof BackendError)) return;
    if (isTimeRefusal(error)) {
      when.forget();
      askForTime(
        error.code === 'slot_taken'
          ? 'Every crew is busy at this time. Please choose another time.'
          : error.message,
      );
    }
    for (const [name, message] of sortFields(error.fields).form)
      details.setError(name, { message }, { shouldFocus: true });
  };
  const { date: bookingDate, time: bookingTime } = when.start;
  // A typed start stays when it is refused; the same one needs no second question.
  const isRefused = when.problem !== null && isTimeRefusal(booking.error);
  const timeProblem = () => {
    if (!bookingDate || !bookingTime) return refusals.invalid_time;
    if (isRefused && when.unusual.length > 0) return when.problem;
    return when.unusual.includes('in_past') ? refusals.time_in_past : null;
  };
  // The first field that is wrong has the focus.
  const onInvalid = () => {
    when.setProblem(timeProblem());
    if (!work.vehicleType) work.setVehicleProblem(noVehicle);
  };
  const submit = details.handleSubmit(({ tipCents: _none, ...checked }) => {
    if (booking.isPending) return;
    const problem = timeProblem();
    if (!work.vehicleType) {
      work.setVehicleProblem(noVehicle);
      when.setProblem(problem);
      lead.toVehicle();
      return;
    }
    if (problem !== null || !bookingDate || !bookingTime) {
      askForTime(problem ?? refusals.invalid_time);
      return;
    }
    booking.mutate(
      {
        serviceId: work.service?.id ?? '',
        vehicleType: work.vehicleType,
        addOns: work.addOns.map(({ id }) => id),
        bookingDate,
        bookingTime,
        ...(when.unusual.length > 0 && { anyway: true }),
        offerId: heldFor?.offerId,
        textConsent,
        ...checked,
      },
      { onError: refused },
    );
  }, onInvalid);
  const fill = (fields: Partial<DetailsInput>) => {
    for (const [name, value] of Object.entries(fields))
      details.setValue(name as keyof DetailsInput, value, { shouldDirty: true });
    details.clearErrors();
  };
  /** Fills in what is known of a customer; null empties it again, for another one. */
  const chooseCaller = (next: FoundCaller | null) => {
    setCaller(next);
    fill(fieldsOf(next ?? nobody));
    work.repeat(next ?? nobody);
  };
  return {
    work,
    when,
    details,
    kept,
    booking,
    isRefused,
    submit,
    textConsent,
    setTextConsent,
    caller,
    chooseCaller,
    fill,
  };
}

const heldFields = ({ name, email, phone }: HeldFor): Partial<DetailsInput> => ({
  name,
  email,
  phone: phone.replace(/^\+1/, ''),
});

/** What a customer says on the phone, checked by the rules of the website; it begins with what is known already. */
const usePhoneDetails = (now: number, known: Partial<DetailsInput> | null) => {
  const currentYear = Number(localToday(now).slice(0, 4));
  // Only the server knows the coupons that aren't advertised.
  const isCoupon = () => true;
  return useForm<DetailsInput, unknown, PhoneDetails>({
    defaultValues: { ...emptyDetails, ...known },
    resolver: formRules((typed: DetailsInput) =>
      checkPhoneDetails(typed, { currentYear, isCoupon }),
    ),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
};
