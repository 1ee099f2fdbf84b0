import { useMemo, useState } from 'react';
import type { FoundCaller } from '@contracts/customers.ts';
import { findAddOns } from '@domain/booking/add-ons.ts';
import {
  findService,
  findVehicleClass,
  visibleServices,
  type ServiceId,
  type VehicleType,
} from '@domain/booking/catalogue.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import { BackendError } from '@/lib/backend.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { useBusiness } from '@/lib/business.ts';
import { useNow } from '@/lib/use-now.ts';
import { fieldsOf, workOf } from './known-caller.ts';
import { heldFields, usePhoneDetails } from './phone-booking-form.ts';
import { usePhoneBooking } from './use-phone-booking.ts';

export type PhoneStart = { date: LocalDate | null; time: LocalTime | null };

const nobody: FoundCaller = { name: '', email: null, phone: '', visits: [] };

/** What is chosen and typed, and what becomes of it. `onTimeProblem` leads the eye to the times. */
export function usePhoneBookingForm(
  wanted: PhoneStart,
  { heldFor, again }: { heldFor: HeldFor | null; again: FoundCaller | null },
  onTimeProblem: () => void,
) {
  const business = useBusiness();
  const known = again && workOf(again, business);
  const [caller, setCaller] = useState(again);
  const [wantedService, setServiceId] = useState<ServiceId>(
    heldFor?.serviceId ?? known?.service?.id ?? '',
  );
  const [wantedVehicle, setVehicleType] = useState<VehicleType>(
    heldFor?.vehicleType ?? known?.vehicleType ?? '',
  );
  const [wantedAddOns, setAddOns] = useState<readonly string[]>(
    () => heldFor?.addOns?.map(({ id }) => id) ?? known?.addOns ?? [],
  );
  const addOns = useMemo(
    () => findAddOns(business, wantedAddOns).map(({ id }) => id),
    [business, wantedAddOns],
  );
  const serviceId =
    (findService(business, wantedService) ?? visibleServices(business)[0])?.id ?? '';
  const vehicleType =
    (findVehicleClass(business, wantedVehicle) ?? business.vehicleClasses[0])?.id ?? '';
  const [start, setStart] = useState(wanted);
  const [timeProblem, setTimeProblem] = useState<string | null>(null);
  const details = usePhoneDetails(
    useNow(),
    again ? fieldsOf(again) : heldFor && heldFields(heldFor),
  );
  const [textConsent, setTextConsent] = useState(false);
  const booking = usePhoneBooking();

  const askForTime = (problem: string) => {
    setTimeProblem(problem);
    onTimeProblem();
  };
  const refused = (error: unknown) => {
    if (!(error instanceof BackendError)) return;
    if (error.code === 'slot_taken' || error.code === 'time_not_offered') {
      setStart({ date: start.date, time: null });
      askForTime(error.message);
    }
    for (const [name, message] of Object.entries(error.fields)) {
      if (name in details.getValues())
        details.setError(name as keyof DetailsInput, { message }, { shouldFocus: true });
    }
  };
  const missingTime = 'Please choose a day and a time.';
  const onInvalid = () => {
    // The first field that is wrong has the focus.
    if (!start.date || !start.time) setTimeProblem(missingTime);
  };
  const submit = details.handleSubmit(() => {
    if (booking.isPending) return;
    const { date: bookingDate, time: bookingTime } = start;
    if (!bookingDate || !bookingTime) {
      askForTime(missingTime);
      return;
    }
    const typed = details.getValues();
    booking.mutate(
      {
        serviceId,
        vehicleType,
        addOns,
        bookingDate,
        bookingTime,
        ...(heldFor && { offerId: heldFor.offerId }),
        ...(textConsent && { textConsent }),
        details: typed,
      },
      { onError: refused },
    );
  }, onInvalid);
  const chooseStart = (next: PhoneStart) => {
    setStart(next);
    setTimeProblem(null);
  };
  const fill = (fields: Partial<DetailsInput>) => {
    for (const [name, value] of Object.entries(fields))
      details.setValue(name as keyof DetailsInput, value, { shouldDirty: true });
    details.clearErrors();
  };
  /** Fills in what is known of a customer; null empties it again, for another one. */
  const chooseCaller = (next: FoundCaller | null) => {
    setCaller(next);
    fill(fieldsOf(next ?? nobody));
    if (!next) return;
    const { service, addOns: wanted, vehicleType: size } = workOf(next, business);
    if (service && !heldFor) {
      setServiceId(service.id);
      setAddOns(wanted);
    }
    if (size) setVehicleType(size);
  };
  const work = {
    serviceId,
    vehicleType,
    addOns,
    onService: setServiceId,
    onVehicle: setVehicleType,
    onAddOns: setAddOns,
  };
  return {
    work,
    start,
    chooseStart,
    timeProblem,
    details,
    booking,
    submit,
    textConsent,
    setTextConsent,
    caller,
    chooseCaller,
    fill,
  };
}
