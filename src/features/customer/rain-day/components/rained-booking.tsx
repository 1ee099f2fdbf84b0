import { carName } from '@domain/booking/car-name.ts';
import { vehicleName } from '@domain/booking/catalogue.ts';
import type { OfferedStart } from '@domain/booking/rain-plan.ts';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { useBusiness } from '@/lib/business.ts';
import type { RainOffer } from '@contracts/rain-day.ts';
import { toldDayAndTime } from '@/lib/told-times.ts';

/** The booking it is about, from when to when. */
export function RainedBooking({
  offer,
  chosen,
}: {
  offer: RainOffer;
  chosen: OfferedStart | null;
}) {
  const business = useBusiness();
  return (
    <SummaryPanel heading={offer.service_name}>
      <p className="mt-2 text-mist">
        {carName(offer)}, {offer.vehicle_name ?? vehicleName(business, offer.vehicle_type)}
      </p>
      <dl className="mt-6 grid gap-4 border-t border-ivory/20 pt-6">
        <div>
          <dt className="text-sm text-mist">Cancelled because of rain</dt>
          <dd className="text-mist line-through">
            {toldDayAndTime({ date: offer.was_date, time: offer.was_time })}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-mist">New time</dt>
          <dd className={chosen ? 'font-semibold text-citrine' : 'text-mist'}>
            {chosen ? toldDayAndTime(chosen) : 'Not chosen yet'}
          </dd>
        </div>
      </dl>
      <p className="mt-6 border-t border-ivory/20 pt-6 text-sm text-mist">
        The price, address and payments stay the same. We email you the new time with a calendar
        file.
      </p>
    </SummaryPanel>
  );
}
