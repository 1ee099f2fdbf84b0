import type { BookingDetails } from '@contracts/booking.ts';
import { emptyDetails } from '@domain/booking/details.ts';
import { eachMore } from '@domain/booking/more-fields.ts';
import { formatPhone } from '@domain/contact/format-phone.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { paths } from '@/config/paths.ts';
import { saveDraft } from '@/entities/booking/booking-session.ts';
import type { ListedBooking } from '../api/rained-out.ts';

type BookAgainProps = {
  booking: ListedBooking;
  /** Null for a visitor who knows no more than the id. */
  details: BookingDetails | null;
};

/** Leads to the times of the same service, with car, address and contact filled in as far as they are known here. */
export function BookAgain({ booking, details }: BookAgainProps) {
  const { service_id: serviceId, service_name: name, vehicle_type: vehicleType } = booking;
  return (
    <ButtonLink
      variant="secondary"
      to={paths.schedule}
      state={{
        service: { id: serviceId, name },
        serviceId,
        vehicleType,
        addOns: details?.add_ons?.map(({ id }) => id) ?? [],
      }}
      onClick={() => details && saveDraft({ details: typedAgain(booking, details) })}
    >
      Book again
    </ButtonLink>
  );
}

/** The form as the customer would fill it in again. Coupon and tip belong to one booking. */
const typedAgain = (booking: ListedBooking, details: BookingDetails) => ({
  ...emptyDetails,
  ...eachMore((name) => details.more[name] ?? ''),
  name: details.customer_name,
  email: details.customer_email ?? '',
  phone: formatPhone(details.customer_phone),
  carModel: booking.car_model,
  carYear: String(booking.car_year),
  address: details.address,
  city: details.city,
  province: details.province,
  postalCode: details.postal_code,
});
