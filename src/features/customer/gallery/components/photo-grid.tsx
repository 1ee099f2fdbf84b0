import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { hang } from '../walls.ts';
import { PhotoTile } from './photo-tile.tsx';

type PhotoGridProps = {
  photos: readonly GalleryPhoto[];
  onOpen: (photo: GalleryPhoto) => void;
  /** Only administrators take photos down; they get a button for it in place of the description. */
  onDelete?: ((photo: GalleryPhoto) => void) | undefined;
};

/** How many photos a first screen can show: those are not put off. */
const firstScreen = 6;

export function PhotoGrid({ photos, onOpen, onDelete }: PhotoGridProps) {
  const hangings = hang(photos);
  return (
    <ul aria-label="Photos" className="photo-wall">
      {photos.map((photo, index) => (
        <li key={photo.id} className="photo-place" style={hangings[index]?.style}>
          <PhotoTile
            photo={photo}
            position={`photo ${index + 1} of ${photos.length}`}
            sizes={hangings[index]?.sizes ?? '100vw'}
            isFirst={index < firstScreen}
            onOpen={() => onOpen(photo)}
            onDelete={onDelete && (() => onDelete(photo))}
          />
        </li>
      ))}
    </ul>
  );
}
