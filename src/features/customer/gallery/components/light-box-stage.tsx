import type { CSSProperties } from 'react';
import { Photo } from '@/components/ui/photo.tsx';
import { photoText, type GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { useSwipe } from '../use-swipe.ts';

type LightBoxStageProps = {
  photos: readonly GalleryPhoto[];
  index: number;
  onMove: (step: 1 | -1) => void;
  /** Pressed beside the photo. */
  onLeave: () => void;
};

/** The photo, and out of sight on either side its neighbours: they are loaded before they are wanted. */
export function LightBoxStage({ photos, index, onMove, onLeave }: LightBoxStageProps) {
  const { drag, handlers } = useSwipe(onMove);
  const first = Math.max(0, index - 1);
  return (
    <div
      {...handlers}
      className="light-box-stage"
      data-dragging={drag !== 0 || undefined}
      style={{ '--drag': `${drag}px` } as CSSProperties}
      onDragStart={(event) => event.preventDefault()}
    >
      {photos.slice(first, index + 2).map((photo, at) => {
        const offset = first + at - index;
        return (
          <div
            key={photo.id}
            className="light-box-slide"
            inert={offset !== 0}
            style={slideStyle(photo, offset)}
            onClick={(event) => event.target === event.currentTarget && onLeave()}
          >
            <Photo
              url={photo.image_url}
              alt={photoText(photo)}
              width={photo.image_width}
              height={photo.image_height}
              sizes="100vw"
              loading="eager"
            />
          </div>
        );
      })}
    </div>
  );
}

/** A photo of known size is never enlarged, and its place is there before it is. */
function slideStyle({ image_width: width, image_height: height }: GalleryPhoto, offset: number) {
  const style: Record<string, string | number> = { '--offset': offset };
  if (width && height) Object.assign(style, { '--width': `${width}px`, '--ratio': width / height });
  return style as CSSProperties;
}
