import { useMutation } from '@tanstack/react-query';
import { removePhoto } from '@/lib/storage.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { deletePhotoRow } from './api/change-photo.ts';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { usePhotoChanges } from '@/entities/photo/use-photos.ts';

/**
 * Deletes a photo, first its row and then its file, and says how that went: a row that stays keeps its file, and the
 * server removes a file that no row shows. `onEnd` runs after either end.
 */
export function useDeletePhoto(onEnd: () => void) {
  const { takeDown, lookAgain } = usePhotoChanges();
  return useMutation({
    mutationFn: async ({ id, image_url: url }: GalleryPhoto) => {
      await orSay('Could not delete photo from database.', () => deletePhotoRow(id));
      await orSay('Could not delete photo from storage.', () => removeFile(url));
    },
    onSuccess: (_, { id }) => {
      takeDown(id);
      toast({ title: 'Success!', description: 'Photo deleted.' });
    },
    onError: ({ message }) => {
      toastFailure('Deletion Failed', message);
      lookAgain();
    },
    onSettled: onEnd,
  });
}

/** A photo that came with the site has no file of ours to remove. */
async function removeFile(url: string) {
  if (url.includes('/storage/v1/object/public/')) await removePhoto('gallery', url);
}

async function orSay(sentence: string, work: () => Promise<void>) {
  try {
    await work();
  } catch (cause) {
    throw new Error(sentence, { cause });
  }
}
