import type { GalleryPhoto } from '../api/get-photos.ts';
import { PhotoTile } from './photo-tile.tsx';

/** How many photos a first screen can show: those are not put off. */
const firstScreen = 6;

export function PhotoGrid({ photos }: { photos: GalleryPhoto[] }) {
  return (
    <ul aria-label="Photos" className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
      {photos.map((photo, index) => (
        <li key={photo.id} className="photo-place">
          <PhotoTile photo={photo} isFirst={index < firstScreen} />
        </li>
      ))}
    </ul>
  );
}
