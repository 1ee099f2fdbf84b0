import { vehicleTypes, type VehicleType } from '@domain/catalogue.ts';
import sedan from '../drawings/sedan.svg?no-inline';
import suv from '../drawings/suv.svg?no-inline';

const drawings: Record<VehicleType, string> = { sedan, suv };

/** The chosen vehicle on a wet studio floor. The other one waits beside it, so that the toggle never waits. */
export function VehicleDrawing({ type }: { type: VehicleType }) {
  return (
    <div className="hero-stage">
      {vehicleTypes.map((each) => (
        <div key={each} className={`vehicle ${each === type ? '' : 'vehicle-away'}`}>
          <img
            src={drawings[each]}
            alt=""
            width={1020}
            height={450}
            fetchPriority={each === type ? 'high' : 'low'}
          />
          <span className={`vehicle-sweep vehicle-sweep-${each}`} />
        </div>
      ))}
    </div>
  );
}
