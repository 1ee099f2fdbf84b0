import { useRef, useState } from 'react';
import type { GalleryPhoto } from '../gallery-photo.ts';
import { DeletePhotoDialog } from './delete-photo-dialog.tsx';
import { GettingReady } from './getting-ready.tsx';
import { PhotoUpload } from './photo-upload.tsx';
import { PhotoWall } from './photo-wall.tsx';

/** The gallery of an administrator: photos are added, and each can be deleted. */
export default function ManagedWall({ photos }: { photos: readonly GalleryPhoto[] }) {
  const [asked, setAsked] = useState<GalleryPhoto | null>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="grid gap-8">
      <PhotoUpload buttonRef={uploadButton} />
      {photos.length > 0 ? <PhotoWall photos={photos} onDelete={setAsked} /> : <GettingReady />}
      <DeletePhotoDialog
        photo={asked}
        onEnd={() => setAsked(null)}
        focusAfter={() => uploadButton.current}
      />
    </div>
  );
}
