import { photoGrid } from './add-photos.tsx';
import { ChosenPhotos } from './chosen-photos.tsx';
import { useChosenPhotos } from './photo-uploads.ts';

/** The photos that this tab sends for a booking, beside what goes on with it. Nothing without any. */
export function PhotosOnTheirWay({ bookingId }: { bookingId: string }) {
  const photos = useChosenPhotos(bookingId);
  if (photos.length === 0) return null;
  return (
    <section aria-label="Photos">
      <h2 className="mb-3 heading-3">Photos</h2>
      <ul className={photoGrid}>
        <ChosenPhotos photos={photos} />
      </ul>
    </section>
  );
}
