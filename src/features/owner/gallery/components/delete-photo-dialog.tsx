import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Photo } from '@/components/ui/photo.tsx';
import { photoText, type GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { useDeletePhoto } from '../use-delete-photo.ts';

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
