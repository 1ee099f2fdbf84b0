import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Photo } from '@/components/ui/photo.tsx';
import { photoText, type GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { usePhotoChanges } from '@/entities/photo/use-photos.ts';
import { removePhoto } from '@/lib/storage.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { deletePhotoRow } from '../api/change-photo.ts';

type DeletePhotoDialogProps = {
  /** The photo in question; null while nothing is asked. */
  photo: GalleryPhoto | null;
  /** It is kept, gone, or could not be deleted. */
  onEnd: () => void;
  focusAfter: () => HTMLElement | null;
};

/** Asks once more before a photo is deleted, and deletes it. */
export function DeletePhotoDialog({ photo, onEnd, focusAfter }: DeletePhotoDialogProps) {
  const deletion = useDeletePhoto(onEnd);
  if (!photo) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onEnd()}
      title="Delete this photo?"
      description="The photo is removed from the gallery and its file is deleted. You can’t undo this."
      confirmLabel="Delete photo"
      cancelLabel="Keep photo"
      variant="danger"
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate(photo)}
      focusAfter={focusAfter}
    >
      <div className="flex items-center gap-4">
        <Photo
          url={photo.image_url}
          alt=""
          width={photo.image_width}
          height={photo.image_height}
          sizes="10rem"
          className="h-24 w-32 flex-none rounded-badge bg-lacquer object-cover"
        />
        <p className="line-clamp-4 font-semibold">{photoText(photo)}</p>
      </div>
    </ConfirmDialog>
  );
}

/**
 * Deletes a photo, first its row and then its file, and says how that went: a row that stays keeps its file, and the
 * server removes a file that no row shows. `onEnd` runs after either end.
 */
function useDeletePhoto(onEnd: () => void) {
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
