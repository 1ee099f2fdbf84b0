import { useEffect, useRef, useState, type CSSProperties, type MouseEvent } from 'react';
import { Photo } from '@/components/ui/photo.tsx';
import { photoText, type GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import type { PhotoPair } from '@/entities/photo/pairs.ts';

const sizes = '(min-width: 80rem) 38rem, (min-width: 64rem) 50vw, 100vw';

/**
 * Two photos of one car over each other, and the line between them: moved by pointer, finger or arrow keys. Its place
 * is kept before the photos have loaded.
 */
export function BeforeAfter({ before, after }: PhotoPair) {
  // Percent of the width that shows the photo from before.
  const [shown, setShown] = useState(50);
  const range = useRef<HTMLInputElement>(null);
  // An arrow key may have moved it before the page's scripts ran.
  useEffect(() => {
    if (range.current) setShown(range.current.valueAsNumber);
  }, []);

  const follow = (event: MouseEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = ((event.clientX - left) / width) * 100;
    setShown(Math.round(Math.min(100, Math.max(0, share))));
  };

  return (
    <figure>
      <div
        className="pair"
        style={{ '--shown': `${shown}%`, aspectRatio: ratioOf(after) } as CSSProperties}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
        data-early-click=""
        onClick={follow}
        onDragStart={(event) => event.preventDefault()}
      >
        <PhotoOf photo={after} />
        <div className="pair-before">
          <PhotoOf photo={before} />
        </div>
        <span aria-hidden="true" className="pair-line" />
        <span aria-hidden="true" className="pair-tag left-3" hidden={shown < 15}>
          Before
        </span>
        <span aria-hidden="true" className="pair-tag right-3" hidden={shown > 85}>
          After
        </span>
        {/* For the keyboard and screen readers; the pointer is followed wherever it is pressed. */}
        <input
          ref={range}
          type="range"
          className="pair-range"
          aria-label={`Before and after: ${photoText(after)}`}
          aria-valuetext={`${shown}% before, ${100 - shown}% after`}
          min={0}
          max={100}
          step={5}
          value={shown}
          onChange={(event) => setShown(event.target.valueAsNumber)}
        />
      </div>
      {after.description && <figcaption className="mt-3">{after.description}</figcaption>}
    </figure>
  );
}

const PhotoOf = ({ photo }: { photo: GalleryPhoto }) => (
  <Photo
    url={photo.image_url}
    alt={photoText(photo)}
    width={photo.image_width}
    height={photo.image_height}
    sizes={sizes}
    loading="eager"
  />
);

/** No higher than a phone's screen is wide, however the photo was held. */
const ratioOf = ({ image_width: width, image_height: height }: GalleryPhoto) =>
  width && height ? Math.min(2, Math.max(1, width / height)) : 4 / 3;
