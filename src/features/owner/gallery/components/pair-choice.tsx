import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Photo } from '@/components/ui/photo.tsx';
import { photoText, type GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { usePhotoChanges } from '@/entities/photo/use-photos.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { setBefore } from '../api/change-photo.ts';

type PairChoiceProps = {
  photo: GalleryPhoto;
  /** The photos that are in no pair yet. */
  single: readonly GalleryPhoto[];
};

/** Joins a photo with the one of the same car from before the visit, or ends their pair. */
export function PairChoice({ photo, single }: PairChoiceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending } = usePair(photo, () => setIsOpen(false));
  const others = single.filter(({ id }) => id !== photo.id);
  if (photo.before_id) {
    return (
      <Button variant="secondary" className="px-4" busy={isPending} onClick={() => mutate(null)}>
        Remove pair
      </Button>
    );
  }
  if (others.length === 0 || !single.includes(photo)) return null;
  return (
    <>
      <Button
        variant="secondary"
        className="px-4"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Pair with before photo
      </Button>
      {isOpen && (
        <ul
          aria-label="Photos from before the visit"
          className="mt-3 grid basis-full grid-cols-3 gap-2 sm:grid-cols-4"
        >
          {others.map((before) => (
            <li key={before.id}>
              <button
                type="button"
                disabled={isPending}
                aria-label={`Pair with: ${photoText(before)}`}
                className="block w-full rounded-badge"
                onClick={() => mutate(before.id)}
              >
                <Photo
                  url={before.image_url}
                  alt=""
                  width={before.image_width}
                  height={before.image_height}
                  sizes="8rem"
                  className="aspect-4/3 w-full rounded-badge bg-lacquer object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Joins a photo with one from before, or ends the pair, which can be undone. */
function usePair(photo: GalleryPhoto, onPaired?: () => void) {
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
