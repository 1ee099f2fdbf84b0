import { useState } from 'react';
import { business } from '@domain/business.ts';
import type { VehicleType } from '@domain/catalogue.ts';
import { usePageArrival } from '@/lib/page-arrival.ts';
import { Benefits } from './benefits.tsx';
import { ContactCard } from './contact-card.tsx';
import { CouponBanner } from './coupon-banner.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Packages } from './packages.tsx';
import { PayLater } from './pay-later.tsx';

export function HomeScreen() {
  const headingRef = usePageArrival(`Mobile car detailing in ${business.location}`);
  const [vehicleType, setVehicleType] = useState<VehicleType>('sedan');
  return (
    <>
      <CouponBanner />
      <Hero headingRef={headingRef} vehicleType={vehicleType} onVehicleChange={setVehicleType} />
      <Packages vehicleType={vehicleType} />
      <Benefits />
      <HowItWorks />
      <PayLater />
      <ContactCard />
    </>
  );
}
