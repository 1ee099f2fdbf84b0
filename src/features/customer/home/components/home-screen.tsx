import { Suspense, useState } from 'react';
import { pageTitles } from '@/config/page-heads.ts';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import { latePart } from '@/lib/late.ts';
import { usePageArrival } from '@/lib/page-arrival.ts';
import { CouponBanner } from './coupon-banner.tsx';
import { Hero } from './hero.tsx';
import { Packages } from './packages.tsx';

const Story = latePart(() => import('./story.tsx'));

export function HomeScreen() {
  const headingRef = usePageArrival(pageTitles.home);
  const [vehicleType, setVehicleType] = useState<VehicleType>('sedan');
  return (
    <>
      <CouponBanner />
      <Hero headingRef={headingRef} vehicleType={vehicleType} onVehicleChange={setVehicleType} />
      <Packages vehicleType={vehicleType} />
      {/* As tall as the screen, so that the footer is not what one sees first. */}
      <Suspense fallback={<div className="min-h-dvh" />}>
        <Story />
      </Suspense>
    </>
  );
}
