import { useRef, useState, type ReactNode } from 'react';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { DeletePhotoDialog } from './delete-photo-dialog.tsx';
import { PhotoUpload } from './photo-upload.tsx';

type ManagedWallProps = { wall: (onDelete: (photo: GalleryPhoto) => void) => ReactNode };

/** The gallery of an administrator: photos are added, and each can be deleted. */
export default function ManagedWall({ wall }: ManagedWallProps) {
  const [asked, setAsked] = useState<GalleryPhoto | null>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="grid gap-8">
      <PhotoUpload buttonRef={uploadButton} />
      {wall(setAsked)}
      <DeletePhotoDialog
        photo={asked}
        onEnd={() => setAsked(null)}
        focusAfter={() => uploadButton.current}
      />
    </div>
  );
}
