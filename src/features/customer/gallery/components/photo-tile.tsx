import { Photo } from '@/components/ui/photo.tsx';
import { photoText, type GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { DeleteIcon } from './gallery-icons.tsx';

type PhotoTileProps = {
  photo: GalleryPhoto;
  /** Such as "photo 2 of 12". */
  position: string;
  sizes: string;
  isFirst: boolean;
  onOpen: () => void;
  onDelete?: (() => void) | undefined;
};

export const tileId = (photoId: string) => `photo-${photoId}`;

/** A photo to open; its description rises over it when it is pointed at, focused or on a touch screen. */
export function PhotoTile({ photo, position, sizes, isFirst, onOpen, onDelete }: PhotoTileProps) {
  return (
    <div className="relative h-full">
      <button
        type="button"
        id={tileId(photo.id)}
        aria-haspopup="dialog"
        aria-label={`${photoText(photo)}, open ${position}`}
        className="photo-open"
        onClick={onOpen}
      >
        <Photo
          url={photo.image_url}
          alt={photoText(photo)}
          width={photo.image_width}
          height={photo.image_height}
          sizes={sizes}
          loading={isFirst ? 'eager' : 'lazy'}
        />
        {!onDelete && photo.description && (
          <span aria-hidden="true" className="photo-caption">
            <span>{photo.description}</span>
          </span>
        )}
      </button>
      {onDelete && (
        <button
          type="button"
          aria-label={`Delete ${position}: ${photoText(photo)}`}
          className="photo-delete"
          onClick={onDelete}
        >
          <DeleteIcon />
        </button>
      )}
    </div>
  );
}
