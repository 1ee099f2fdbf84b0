import { memo, type RefObject } from 'react';
import { business } from '@domain/business.ts';
import { vehicleTypes, type VehicleType } from '@domain/booking/catalogue.ts';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { vehicleDrawings } from '@/components/vehicle-drawings.ts';
import { TrustStrip } from './trust-strip.tsx';
import { VehicleToggle } from './vehicle-toggle.tsx';

type HeroProps = {
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** The chosen vehicle, and the one that is drawn. */
  chosen: VehicleType;
  shown: VehicleType;
  onVehicleChange: (vehicleType: VehicleType) => void;
};

/**
 * The studio: one line of light, one car, and the choice of which. The choice stands beside the heading where the
 * text leaves room for it: a container is measured in the size that the text has, unlike a screen.
 */
export function Hero({ headingRef, chosen, shown, onVehicleChange }: HeroProps) {
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
        <div className="mt-8 @5xl:absolute @5xl:right-8 @5xl:bottom-2 @5xl:mt-0">
          <VehicleToggle value={chosen} onChange={onVehicleChange} />
        </div>
      </div>
      <VehicleDrawing type={shown} />
      <div className="mx-auto grid max-w-7xl gap-8 px-5 pb-12 sm:px-8 md:grid-cols-[1fr_auto] md:items-center md:gap-16 md:pb-14">
        <p className="max-w-xl text-lg text-mist">
          {business.description} Based in {business.location}, serving the {business.serviceArea}.
        </p>
        <a href="#packages" className={buttonStyle()}>
          See packages and prices
        </a>
      </div>
      <TrustStrip />
    </section>
  );
}

/** The chosen vehicle on a wet studio floor. The other one waits beside it, so that the toggle never waits. */
const VehicleDrawing = memo(function VehicleDrawing({ type }: { type: VehicleType }) {
  return (
    <div className="hero-stage">
      {vehicleTypes.map((each) => (
        <div key={each} className={`vehicle ${each === type ? '' : 'vehicle-away'}`}>
          <img
            src={vehicleDrawings[each]}
            alt=""
            // As the mask of its sweep is requested, so that both are one request.
            crossOrigin="anonymous"
            width={1020}
            height={450}
            fetchPriority={each === type ? 'high' : 'low'}
          />
          <span className={`vehicle-sweep vehicle-sweep-${each}`} />
        </div>
      ))}
    </div>
  );
});
