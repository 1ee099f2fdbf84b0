import { queryOptions } from '@tanstack/react-query';
import { knownChoices, type KnownBooking } from '@domain/booking/known-choices.ts';
import { formatPhone } from '@domain/contact/format-phone.ts';
import { rememberVisits } from '@/lib/coupon-flag.ts';
import { ownRest } from '@/lib/own-rest.ts';
import { getBookingDetails } from './booking-details.ts';
import { ownBookingsKey } from './booking-record.ts';

/** The cars, addresses and last contact that the signed-in customer booked with, the latest booking first. */
export const knownChoicesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...ownBookingsKey, userId, 'known-choices'],
    queryFn: async () => knownChoices(await getKnownBookings(userId)),
    // The form is whole without them.
    retry: false,
  });

const latest = 10;

async function getKnownBookings(userId: string): Promise<KnownBooking[]> {
  const rest = await ownRest();
  const { data } = await rest
    .from('bookings')
    .select('id,status,car_model,car_year,vehicle_type')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(latest)
    .retry(false)
    .throwOnError();
  rememberVisits(data);
  const details = await getBookingDetails(data.map(({ id }) => id));
  return data.flatMap(({ id, car_model: model, car_year: year, vehicle_type: vehicleType }) => {
    const place = details.find(({ booking_id }) => booking_id === id);
    if (!place) return [];
    const { address, city, province, postal_code: postalCode } = place;
    return [
      {
        car: { model, year, vehicleType },
        address: { address, city, province, postalCode },
        contact: { name: place.customer_name, phone: formatPhone(place.customer_phone) },
      },
    ];
  });
}
