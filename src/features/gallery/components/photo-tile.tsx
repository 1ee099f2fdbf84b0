import type { GalleryPhoto } from '../api/get-photos.ts';

/** A photo; its description rises over it when it is pointed at, focused or touched. */
export function PhotoTile({ photo, isFirst }: { photo: GalleryPhoto; isFirst: boolean }) {
  const { image_url: url, description } = photo;
  return (
    <figure
      className="photo-tile"
      // Only what has something to show is worth a stop of the keyboard.
      tabIndex={description ? 0 : undefined}
      aria-label={description || undefined}
    >
      <img
        src={url}
        alt={description || 'A car after our visit'}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
      />
      {description && <figcaption aria-hidden="true">{description}</figcaption>}
    </figure>
  );
}
