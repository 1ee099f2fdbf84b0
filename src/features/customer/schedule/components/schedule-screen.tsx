import type { ReactNode } from 'react';
import { useLocation } from '@/lib/location.tsx';
import { chosenVehicleClass, findService, type VehicleType } from '@domain/booking/catalogue.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { Page } from '@/components/ui/page.tsx';
import { HeldElsewhereNotice } from '@/entities/booking/held-booking-notice.tsx';
import { BookingFlow } from './booking-flow.tsx';
import type { WaitingList } from './time-step.tsx';
import { useBusiness } from '@/lib/business.ts';
import { lateScreen } from '@/lib/late.ts';
import { lookedAtVehicle } from '@/lib/looked-at-vehicle.ts';
import { useStartsAtTop } from '@/lib/use-starts-at-top.ts';

// Most customers choose both on the home page.
const NoService = lateScreen(() => import('./no-service.tsx'));
const NoVehicle = lateScreen(() => import('./no-vehicle.tsx'));

/** What Home hands over with the navigation. */
type ScheduleState = {
  serviceId?: string;
  service?: { id: string; name: string };
  vehicleType?: VehicleType;
  addOns?: readonly string[];
} | null;

type ScheduleScreenProps = {
  /** What stands under a calendar with days that are fully booked. */
  waitingList?: WaitingList;
  /** What to know before anything else. */
  notice?: ReactNode;
  /** In place of the service that Home hands over. */
  serviceId?: string | undefined;
  /** In place of the vehicle class that Home hands over. */
  vehicleType?: VehicleType | undefined;
};

export function ScheduleScreen({
  waitingList,
  notice,
  serviceId,
  vehicleType,
}: ScheduleScreenProps) {
  const business = useBusiness();
  const { facts } = business;
  const location = useLocation();
  useStartsAtTop();
  const state = location.state as ScheduleState;
  const service = findService(business, serviceId ?? state?.serviceId ?? state?.service?.id ?? '');
  if (!service) return <NoService />;
  const vehicle = chosenVehicleClass(
    business,
    vehicleType ?? state?.vehicleType ?? lookedAtVehicle(),
  );
  if (!vehicle) return <NoVehicle service={service} />;

  return (
    <Page
      title="Schedule"
      heading="Schedule"
      lead={`${service.name} takes about ${formatDuration(service.durationMinutes)}. We come to your driveway. Service area: ${facts.serviceArea}.`}
    >
      <HeldElsewhereNotice />
      {notice}
      <BookingFlow
        key={service.id}
        service={service}
        vehicleType={vehicle.id}
        addOns={state?.addOns}
        visit={location.key}
        waitingList={waitingList}
      />
    </Page>
  );
}
