import { navigate } from '@/lib/location.tsx';
import {
  priceFor,
  vehicleName,
  type Service,
  type VehicleType,
} from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import { useBusiness } from '@/lib/business.ts';
import { paths } from '@/config/paths.ts';

type ReadyToBookProps = {
  service: Service;
  vehicleType: VehicleType;
  onScheduleLikely: () => void;
};

/** Stays in view while the packages are, so that a choice is never made out of sight of its outcome. */
export function ReadyToBook({ service, vehicleType, onScheduleLikely }: ReadyToBookProps) {
  const business = useBusiness();
  function schedule() {
    const { id, name } = service;
    navigate(paths.schedule, {
      state: { service: { id, name }, serviceId: id, vehicleType },
    });
  }
  return (
    <div className="on-lacquer ready-panel">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-4 sm:px-8 sm:py-5">
        <div>
          <h2 className="heading-3 text-citrine">Ready to Book?</h2>
          <p className="mt-0.5 max-sm:text-sm">
            {service.name}, {vehicleName(business, vehicleType)}
            <span className="text-mist">
              {' '}
              · {formatCents(priceFor(service, vehicleType))} ·{' '}
              {formatDuration(service.durationMinutes)}
            </span>
          </p>
        </div>
        <Button
          className="max-sm:w-full"
          onClick={schedule}
          onPointerEnter={onScheduleLikely}
          onFocus={onScheduleLikely}
        >
          Schedule Now
        </Button>
      </div>
    </div>
  );
}
