import { useState } from 'react';
import type { ServiceId, VehicleType } from '@domain/booking/catalogue.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { localToday, type LocalDate, type LocalTime } from '@domain/time/schedule.ts';
import { BackendError } from '@/lib/backend.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';
import { useNow } from '@/lib/use-now.ts';
import { usePhoneDetails } from './phone-booking-form.ts';
import { usePhoneBooking } from './use-phone-booking.ts';

export type PhoneStart = { date: LocalDate | null; time: LocalTime | null };

/** What is chosen and typed, and what becomes of it. `onTimeProblem` leads the eye to the times. */
export function usePhoneBookingForm(
  wanted: PhoneStart,
  heldFor: HeldFor | null,
  onTimeProblem: () => void,
) {
  const [serviceId, setServiceId] = useState<ServiceId>(heldFor?.serviceId ?? 'basic-wash');
  const [vehicleType, setVehicleType] = useState<VehicleType>(heldFor?.vehicleType ?? 'sedan');
  const [start, setStart] = useState(wanted);
  const [timeProblem, setTimeProblem] = useState<string | null>(null);
  const details = usePhoneDetails(Number(localToday(useNow()).slice(0, 4)), heldFor);
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
  const submit = details.handleSubmit(() => {
    if (booking.isPending) return;
    const { date: bookingDate, time: bookingTime } = start;
    if (!bookingDate || !bookingTime) {
      askForTime('Please choose a day and a time.');
      return;
    }
    const typed = details.getValues();
    booking.mutate(
      {
        serviceId,
        vehicleType,
        bookingDate,
        bookingTime,
        ...(heldFor && { offerId: heldFor.offerId }),
        details: typed,
      },
      { onError: refused },
    );
  });
  const chooseStart = (next: PhoneStart) => {
    setStart(next);
    setTimeProblem(null);
  };
  const work = { serviceId, vehicleType, onService: setServiceId, onVehicle: setVehicleType };
  return { work, start, chooseStart, timeProblem, details, booking, submit };
}
