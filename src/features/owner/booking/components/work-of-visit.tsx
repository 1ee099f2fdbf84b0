import { useQuery } from '@tanstack/react-query';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Section } from '@/components/section.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { WorkPhotos } from '@/entities/booking-photo/work-photos.tsx';
import { Checklist, unticked } from '@/entities/visit-work/checklist.tsx';
import { Condition } from '@/entities/visit-work/condition.tsx';
import { useTicked, visitWorkQuery } from '@/entities/visit-work/visit-work.ts';
import { visitOf } from '../api/do-at-visit.ts';
import { GalleryPair } from './gallery-pair.tsx';

type WorkProps = {
  booking: OwnerBooking;
  /** The local day. */
  today: string;
};

/**
 * The photos, the checklist and the condition of a visit that is confirmed. Before its day they are closed while there
 * is nothing in them.
 */
export function WorkOfVisit({ booking, today }: WorkProps) {
  const { id: bookingId, status } = booking;
  const isOpen = status !== 'pending_payment' && status !== 'cancelled';
  const work = useQuery({ ...visitWorkQuery(bookingId), enabled: isOpen });
  const reload = () => work.refetch();
  if (!isOpen) return null;
  if (!work.data) {
    return work.isError && !work.isFetching ? (
      <CouldNotFetch title="Couldn’t load the work on this visit." onRetry={() => void reload()} />
    ) : (
      <Skeleton label="Loading the work on this visit" rows={3} />
    );
  }
  const { photos, checklist, marks, isKept = false } = work.data;
  const common = { bookingId, visit: visitOf(booking), photos, isOpen, reload };
  const isBegun =
    photos.length > 0 || marks.length > 0 || checklist.some(({ ticked_at: at }) => at !== null);
  return (
    <Section heading="Work" headingClassName="heading-2" className="min-w-0">
      <details open={isBegun || booking.booking_date <= today} className="mt-4">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">
          Photos, condition and checklist
        </summary>
        <div className="mt-4 grid gap-8">
          <WorkPhotos {...common} kind="before" />
          <Condition {...{ bookingId, marks }} isOpen={!isKept} vehicleType={booking.vehicle_type}>
            <WorkPhotos {...common} kind="condition" />
          </Condition>
          <Checklist {...common} checklist={checklist} />
          <WorkPhotos {...common} kind="after" />
          {!isKept && <GalleryPair booking={booking} work={work.data} />}
        </div>
      </details>
    </Section>
  );
}

/** What of the checklist is open once it was begun, beside the button that ends the visit. It holds nothing back. */
export function ChecklistHint({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(visitWorkQuery(bookingId));
  const checklist = useTicked(bookingId, data?.checklist ?? []);
  const open =
    checklist.some((item) => item.ticked_by !== null) &&
    unticked(checklist, 'checklist items not ticked');
  return open ? <p className="mt-2 text-sm text-ink-soft">{open}</p> : null;
}
