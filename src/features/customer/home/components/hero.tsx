import { memo, type RefObject } from 'react';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import { drawingOf, drawings } from '@/components/vehicle-drawings.ts';
import { HeroActions } from './hero-actions.tsx';
import { TrustStrip } from './trust-strip.tsx';
import { VehicleToggle } from './vehicle-toggle.tsx';
import { useBusiness } from '@/lib/business.ts';

type HeroProps = {
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** The chosen vehicle, and the one that is drawn. */
  chosen: VehicleType;
  shown: VehicleType;
  onVehicleChange: (vehicleType: VehicleType) => void;
};

/** The studio: one line of light, one car, the choice of which, and the ways to a booking. */
export function Hero({ headingRef, chosen, shown, onVehicleChange }: HeroProps) {
  const { facts } = useBusiness();
  return (
    <section className="on-lacquer hero @container">
      <div className="relative mx-auto max-w-7xl px-5 pt-10 sm:px-8 md:pt-14">
        <h1
          ref={headingRef}
          tabIndex={-1}
          className="text-display font-semibold tracking-[-0.045em] font-wide focus-quiet"
        >
          <span className="block">Showroom finish.</span>{' '}
          <span className="block text-citrine">Your driveway.</span>
        </h1>
        <div className="mt-7 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
          <HeroActions vehicleType={shown} />
          <VehicleToggle value={chosen} onChange={onVehicleChange} />
        </div>
      </div>
      <VehicleDrawing type={shown} />
      <p className="mx-auto max-w-7xl px-5 pb-12 text-lg text-mist sm:px-8 md:pb-14">
        <span className="block max-w-2xl">
          {facts.description} Based in {facts.location}. Service area: {facts.serviceArea}.
        </span>
      </p>
      <TrustStrip />
    </section>
  );
}

/** The chosen vehicle on a wet studio floor. The other one waits beside it, so that the toggle never waits. */
const VehicleDrawing = memo(function VehicleDrawing({ type }: { type: VehicleType }) {
  const drawn = drawingOf(type).name;
  return (
    <div className="hero-stage">
      {drawings.map(({ name, address }) => (
        <div key={name} className={`vehicle ${name === drawn ? '' : 'vehicle-away'}`}>
          <img
            src={address}
            alt=""
            // As the mask of its sweep is requested, so that both are one request.
            crossOrigin="anonymous"
            width={1020}
            height={450}
            fetchPriority={name === drawn ? 'high' : 'low'}
          />
          <span className={`vehicle-sweep vehicle-sweep-${name}`} />
        </div>
      ))}
    </div>
  );
});
