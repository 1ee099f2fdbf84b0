import { useQuery } from '@tanstack/react-query';
import type { CrewVisit } from '@contracts/crews.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { WorkPhotos } from '@/entities/booking-photo/work-photos.tsx';
import { Checklist } from '@/entities/visit-work/checklist.tsx';
import { Condition } from '@/entities/visit-work/condition.tsx';
import { visitWorkQuery } from '@/entities/visit-work/visit-work.ts';

/** The photos, the checklist and the condition of a visit, below its card. `name` is the visit in words. */
export function WorkOfCrew({ visit, name }: { visit: CrewVisit; name: string }) {
  const work = useQuery(visitWorkQuery(visit.id));
  if (!work.data) {
    return (
      <NotLoaded
        query={work}
        loading="Loading the work on this visit"
        failed="Couldn’t load the work on this visit."
        className="mt-3"
        rows={3}
      />
    );
  }
  const { photos, checklist, marks, isKept = false } = work.data;
  const bookingId = visit.id;
  const common = { bookingId, visit: name, photos, isOpen: true, reload: () => work.refetch() };
  return (
    <div className="mt-3 grid gap-8 border border-hairline bg-ivory p-5">
      <WorkPhotos {...common} kind="before" />
      <Condition {...{ bookingId, marks }} isOpen={!isKept} vehicleType={visit.vehicle_type}>
        <WorkPhotos {...common} kind="condition" />
      </Condition>
      <Checklist {...common} checklist={checklist} />
      <WorkPhotos {...common} kind="after" />
    </div>
  );
}
