import { useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { services, type ServiceId, type VehicleType } from '@domain/catalogue.ts';
import type { DetailsInput } from '@domain/details.ts';
import { localToday, type LocalDate, type LocalTime } from '@domain/schedule.ts';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { BackendError } from '@/lib/backend.ts';
import { useNow } from '@/lib/use-now.ts';
import { usePhoneDetails } from '../phone-booking-form.ts';
import { refusalSentence } from '../refusal-sentence.ts';
import { usePhoneBooking } from '../use-phone-booking.ts';
import { PhoneFields } from './phone-fields.tsx';
import { PhonePrice } from './phone-price.tsx';
import { PhoneTime } from './phone-time.tsx';
import { PhoneWork } from './phone-work.tsx';

type Start = { date: LocalDate | null; time: LocalTime | null };

const timesId = 'phone-times';

export function PhoneBookingForm({ start: wanted }: { start: Start }) {
  const now = useNow();
  const [serviceId, setServiceId] = useState<ServiceId>('basic-wash');
  const [vehicleType, setVehicleType] = useState<VehicleType>('sedan');
  const [start, setStart] = useState(wanted);
  const [timeProblem, setTimeProblem] = useState<string | null>(null);
  const form = usePhoneDetails(Number(localToday(now).slice(0, 4)));
  const couponCode = useWatch({ control: form.control, name: 'couponCode' });
  const booking = usePhoneBooking();
  const service = services.find(({ id }) => id === serviceId) ?? services[0];
  if (!service) return null;

  const askForTime = (problem: string) => {
    setTimeProblem(problem);
    document.getElementById(timesId)?.focus();
  };
  const refused = (error: unknown) => {
    if (!(error instanceof BackendError)) return;
    if (error.code === 'slot_taken' || error.code === 'time_not_offered') {
      setStart({ date: start.date, time: null });
      askForTime(error.message);
    }
    for (const [name, message] of Object.entries(error.fields)) {
      if (name in form.getValues())
        form.setError(name as keyof DetailsInput, { message }, { shouldFocus: true });
    }
  };
  const submit = form.handleSubmit(() => {
    if (booking.isPending) return;
    if (!start.date || !start.time) {
      askForTime('Please choose a day and a time.');
      return;
    }
    const [bookingDate, bookingTime] = [start.date, start.time];
    booking.mutate(
      { serviceId, vehicleType, bookingDate, bookingTime, details: form.getValues() },
      { onError: refused },
    );
  });

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid items-start gap-x-14 gap-y-12 2xl:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="grid min-w-0 gap-12">
          <PhoneWork
            serviceId={serviceId}
            vehicleType={vehicleType}
            onService={setServiceId}
            onVehicle={setVehicleType}
          />
          <PhoneTime
            id={timesId}
            service={service}
            start={start}
            problem={timeProblem}
            onStart={(next) => {
              setStart(next);
              setTimeProblem(null);
            }}
          />
          <fieldset>
            <legend className="mb-5 heading-3">Who calls, and where is the car?</legend>
            <PhoneFields />
          </fieldset>
        </div>
        <PhonePrice
          service={service}
          vehicleType={vehicleType}
          couponCode={couponCode}
          start={start}
        >
          {booking.error && !timeProblem && (
            <Notice tone="danger" role="alert" className="mb-5">
              <p>{refusalSentence(booking.error)}</p>
            </Notice>
          )}
          <Button type="submit" className="w-full" busy={booking.isPending}>
            Take this booking
          </Button>
        </PhonePrice>
      </form>
    </FormProvider>
  );
}
