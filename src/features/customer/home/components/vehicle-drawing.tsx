import { vehicleTypes, type VehicleType } from '@domain/booking/catalogue.ts';
import { vehicleDrawings } from '@/components/vehicle-drawings.ts';

/** The chosen vehicle on a wet studio floor. The other one waits beside it, so that the toggle never waits. */
export function VehicleDrawing({ type }: { type: VehicleType }) {
  return (
    <div className="hero-stage">
      {vehicleTypes.map((each) => (
        <div key={each} className={`vehicle ${each === type ? '' : 'vehicle-away'}`}>
          <img
            src={vehicleDrawings[each]}
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
