import { photoGrid } from './add-photos.tsx';
import { PhotoThumbnails } from './photo-thumbnails.tsx';
import { readPhotoAsOwner } from './read-as-owner.ts';

type VisitPhotosProps = { photos: readonly string[] | undefined; className: string };

/** The customer's photos of the car, for the owner. Nothing without any. */
export function VisitPhotos({ photos, className }: VisitPhotosProps) {
  if (!photos || photos.length === 0) return null;
  return (
    <ul aria-label="Photos of the car" className={`${photoGrid} ${className}`}>
      <PhotoThumbnails photos={photos} read={readPhotoAsOwner} />
    </ul>
  );
}
