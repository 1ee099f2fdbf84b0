import { priceFor, type Service } from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import { taxBesidePrices } from '@domain/money/tax-beside-prices.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { HeldElsewhereNotice } from '@/entities/booking/held-booking-notice.tsx';
import { useBusiness } from '@/lib/business.ts';
import { useLocation } from '@/lib/location.tsx';

/** Arrived with a package, but without the vehicle class that sets its price: one tap chooses it. */
export default function NoVehicle({ service }: { service: Service }) {
  const { vehicleClasses, tax } = useBusiness();
  const { pathname, search, state } = useLocation();
  return (
    <Page
      title="Schedule"
      heading="Choose your vehicle"
      lead="It sets the price. Then we’ll show you the available times."
    >
      <HeldElsewhereNotice />
      <ul aria-label="Vehicles" className="grid max-w-2xl gap-4 sm:grid-cols-2">
        {vehicleClasses.map(({ id, name }) => (
          <li key={id}>
            <ButtonLink
              to={`${pathname}${search}`}
              state={{ ...(state as object | null), serviceId: service.id, vehicleType: id }}
              variant="secondary"
              className="w-full"
              // The times have the same address, so the router leaves the page where it is.
              onClick={() => scrollTo(0, 0)}
            >
              <span>
                {name}, {formatCents(priceFor(service, id))}
              </span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-ink-soft">
        Prices for {service.name}
        {taxBesidePrices(tax)}.
      </p>
    </Page>
  );
}
