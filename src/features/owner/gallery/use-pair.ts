import { useMutation } from '@tanstack/react-query';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { usePhotoChanges } from '@/entities/photo/use-photos.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { setBefore } from './api/change-photo.ts';

/** Joins a photo with one from before, or ends the pair, which can be undone. */
export function usePair(photo: GalleryPhoto, onPaired?: () => void) {
  const { pair } = usePhotoChanges();
  const mutation = useMutation({
    mutationFn: (beforeId: string | null) => setBefore(photo.id, beforeId),
    onSuccess: (_, beforeId) => {
      const former = photo.before_id;
      pair(photo.id, beforeId);
      toast(
        beforeId === null && former !== null
          ? {
              title: 'Pair removed',
              description: 'The gallery now shows the two photos separately.',
              duration: 10_000,
              action: { label: 'Undo', onSelect: () => mutation.mutate(former) },
            }
          : { title: 'Pair saved', description: 'Visitors compare the photos with a slider.' },
      );
      onPaired?.();
    },
    onError: () => {
      toastFailure('Pair not saved', 'Check your connection and try again.');
    },
  });
  return mutation;
}
