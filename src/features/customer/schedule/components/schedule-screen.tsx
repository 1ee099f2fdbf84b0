import type { ReactNode } from 'react';
import { useLocation } from '@/lib/router.tsx';
import { business } from '@domain/business.ts';
import { findService, type VehicleType } from '@domain/booking/catalogue.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { BookingFlow } from './booking-flow.tsx';
import type { WaitingList } from './time-step.tsx';

/** What Home hands over with the navigation. */
type ScheduleState = {
  serviceId?: string;
  service?: { id: string; name: string };
  vehicleType?: VehicleType;
} | null;

type ScheduleScreenProps = {
  /** What stands under a calendar with days that are fully booked. */
  waitingList?: WaitingList;
  /** What to know before anything else. */
  notice?: ReactNode;
};

export function ScheduleScreen({ waitingList, notice }: ScheduleScreenProps) {
  const location = useLocation();
  const state = location.state as ScheduleState;
  const service = findService(state?.serviceId ?? state?.service?.id ?? '');
  if (!service) return <NoServiceSelected />;

  return (
    <Page
      title="Schedule"
      heading="Schedule"
      lead={`${service.name} takes about ${formatDuration(service.durationMinutes)}. We come to your driveway in the ${business.serviceArea}.`}
    >
      {notice}
      <BookingFlow
        key={service.id}
        service={service}
        vehicleType={state?.vehicleType === 'suv' ? 'suv' : 'sedan'}
        visit={location.key}
        waitingList={waitingList}
      />
    </Page>
  );
}

function NoServiceSelected() {
  return (
    <Page
      title="Schedule"
      heading="No Service Selected"
      lead="Choose a package first. Then we’ll show you the available times."
      width="narrow"
    >
      <ButtonLink to={paths.home}>Back to Home</ButtonLink>
    </Page>
  );
}
