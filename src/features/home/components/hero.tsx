import type { RefObject } from 'react';
import { business } from '@domain/business.ts';
import type { VehicleType } from '@domain/catalogue.ts';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { VehicleDrawing } from './vehicle/vehicle-drawing.tsx';
import { TrustStrip } from './trust-strip.tsx';
import { VehicleToggle } from './vehicle-toggle.tsx';

type HeroProps = {
  headingRef: RefObject<HTMLHeadingElement | null>;
  vehicleType: VehicleType;
  onVehicleChange: (vehicleType: VehicleType) => void;
};

/** The studio: one line of light, one car, and the choice of which. */
export function Hero({ headingRef, vehicleType, onVehicleChange }: HeroProps) {
  return (
    <section className="on-lacquer hero">
      <div className="mx-auto max-w-7xl px-5 pt-12 sm:px-8 md:pt-16">
        <h1
          ref={headingRef}
          tabIndex={-1}
          className="text-display font-semibold tracking-[-0.045em] font-wide focus-quiet"
        >
          <span className="block">Showroom finish.</span>{' '}
          <span className="block text-citrine">Your driveway.</span>
        </h1>
      </div>
      <div className="hero-stage">
        <VehicleDrawing type={vehicleType} />
      </div>
      <div className="mx-auto grid max-w-7xl gap-8 px-5 pb-12 sm:px-8 md:grid-cols-[1fr_auto] md:items-end md:gap-16 md:pb-16">
        <div className="max-w-xl">
          <p className="text-lg text-mist">
            {business.description} Based in {business.location}, serving the {business.serviceArea}.
          </p>
          <a href="#packages" className={buttonStyle('primary', 'mt-7 max-sm:w-full')}>
            See packages and prices
          </a>
        </div>
        <VehicleToggle value={vehicleType} onChange={onVehicleChange} />
      </div>
      <TrustStrip />
    </section>
  );
}
