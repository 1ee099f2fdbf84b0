import { AddPhotos, photoGrid } from '@/entities/booking-photo/add-photos.tsx';
import { ChosenPhotos } from '@/entities/booking-photo/chosen-photos.tsx';
import { mostPhotos, useChosenPhotos } from '@/entities/booking-photo/photo-uploads.ts';
import { ownHoldId } from '@/entities/booking/booking-session.ts';

/** Chooses photos for a booking that is being made, and of the unpaid one in this tab that it replaces. */
export default function PhotosBeforeBooking() {
  const photos = useChosenPhotos(null, ownHoldId() ?? null);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">Photos</legend>
      {photos.length > 0 && (
        <ul className={`${photoGrid} mb-3`}>
          <ChosenPhotos photos={photos} />
        </ul>
      )}
      <AddPhotos bookingId={null} room={mostPhotos - photos.length} />
    </fieldset>
  );
}
