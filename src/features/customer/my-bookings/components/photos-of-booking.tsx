import { useMutation } from '@tanstack/react-query';
import type { BookingDetails } from '@contracts/booking.ts';
import { AddPhotos, photoGrid } from '@/entities/booking-photo/add-photos.tsx';
import { ChosenPhotos } from '@/entities/booking-photo/chosen-photos.tsx';
import {
  forgetPhoto,
  mostPhotos,
  photoFailure,
  sendPhotos,
  useChosenPhotos,
} from '@/entities/booking-photo/photo-uploads.ts';
import { PhotoThumbnails } from '@/entities/booking-photo/photo-thumbnails.tsx';
import { readPhoto, removePhoto } from '@/entities/booking-photo/stored-photos.ts';
import { isRefusal, toastError } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { useReloadBookings } from '../api/use-reload-bookings.ts';

type PhotosOfBookingProps = {
  details: BookingDetails;
  /** Whether the visit lies ahead, so that photos can be added. */
  isOpen: boolean;
  canRemove: boolean;
};

/** The photos of the car that the customer added, to be added and removed until the visit. */
export function PhotosOfBooking({ details, isOpen, canRemove }: PhotosOfBookingProps) {
  const { booking_id: bookingId, customer_email: email, photos = [] } = details;
  const reload = useReloadBookings();
  const chosen = useChosenPhotos(bookingId).filter(({ id }) => id === null || !photos.includes(id));
  const removing = useRemovePhoto(email, reload);
  if (photos.length + chosen.length === 0 && !isOpen) return null;
  return (
    <section aria-label="Photos" className="mt-6 border-t border-hairline pt-6">
      {photos.length + chosen.length > 0 && (
        <ul className={`${photoGrid} mb-4`}>
          <PhotoThumbnails
            photos={photos}
            read={(photoId, width) => readPhoto(photoId, email, width)}
            below={(photoId, name) =>
              canRemove && (
                <button
                  type="button"
                  className="text-link text-sm"
                  aria-label={`Remove ${name.toLowerCase()}`}
                  aria-disabled={removing.isPending}
                  onClick={() => {
                    if (!removing.isPending) removing.mutate(photoId);
                  }}
                >
                  Remove
                </button>
              )
            }
          />
          <ChosenPhotos photos={chosen} after={photos.length} />
        </ul>
      )}
      {isOpen && (
        <AddPhotos
          bookingId={bookingId}
          room={mostPhotos - photos.length - chosen.length}
          onChosen={() => sendPhotos({ bookingId, email }, { onStored: () => void reload() })}
        />
      )}
    </section>
  );
}

function useRemovePhoto(email: string | null, reload: () => Promise<unknown>) {
  return useMutation({
    mutationFn: (photoId: string) => removePhoto(photoId, email),
    onSuccess: async (_, photoId) => {
      forgetPhoto(photoId);
      await reload();
      toast({ title: 'Photo removed' });
    },
    onError: (error) => {
      toastError('Not removed', photoFailure)(error);
      if (isRefusal(error, 'photo_not_found')) void reload();
    },
  });
}
