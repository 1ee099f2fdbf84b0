import { Suspense, useDeferredValue, useSyncExternalStore, type RefObject } from 'react';
import { pageTitleOf } from '@/config/page-heads.ts';
import type { ServiceId } from '@domain/booking/catalogue.ts';
import { useBusiness } from '@/lib/business.ts';
import { latePart } from '@/lib/late.ts';
import { lookAtVehicle, lookedAtVehicle, onVehicleLookedAt } from '@/lib/looked-at-vehicle.ts';
import { usePageArrival } from '@/lib/page-arrival.ts';
import { CouponBanner } from './coupon-banner.tsx';
import { Hero } from './hero.tsx';
import { Packages } from './packages.tsx';

const Story = latePart(() => import('./story.tsx'));

type HomeScreenProps = {
  /** A package is chosen, or the visitor is about to schedule it. */
  onScheduleLikely: (serviceId: ServiceId) => void;
};

export function HomeScreen({ onScheduleLikely }: HomeScreenProps) {
  const headingRef = usePageArrival(pageTitleOf('home', useBusiness().facts));
  return (
    <>
      <CouponBanner />
      <Choice headingRef={headingRef} onScheduleLikely={onScheduleLikely} />
      {/* As tall as the screen, so that the footer is not what one sees first. */}
      <Suspense fallback={<div className="min-h-dvh" />}>
        <Story />
      </Suspense>
    </>
  );
}

type ChoiceProps = HomeScreenProps & { headingRef: RefObject<HTMLHeadingElement | null> };

/** The choice of a vehicle shows at once; its drawing and its prices follow in the next frame. */
function Choice({ headingRef, onScheduleLikely }: ChoiceProps) {
  const { vehicleClasses } = useBusiness();
  // The page as the server renders it knows no choice.
  const wanted = useSyncExternalStore(onVehicleLookedAt, lookedAtVehicle, () => '');
  // The owner may remove the chosen class meanwhile.
  const chosen = (vehicleClasses.find(({ id }) => id === wanted) ?? vehicleClasses[0])?.id ?? '';
  const shown = useDeferredValue(chosen);
  return (
    <>
      <Hero headingRef={headingRef} chosen={chosen} shown={shown} onVehicleChange={lookAtVehicle} />
      <Packages vehicleType={shown} onScheduleLikely={onScheduleLikely} />
    </>
  );
}
