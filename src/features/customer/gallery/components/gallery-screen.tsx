import { Suspense, type ComponentType, type ReactNode, useState, type CSSProperties } from 'react';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { paths } from '@/config/paths.ts';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { pairsAmong, type PhotoPair } from '@/entities/photo/pairs.ts';
import { fetchFailure, usePhotos } from '@/entities/photo/use-photos.ts';
import { lateScreen } from '@/lib/late.ts';
import { useSession } from '@/lib/session.ts';
import { useBackCloses } from '@/lib/use-back-closes.ts';
import { hangInRows, type Place, type Wall } from '../rows.ts';
import { BeforeAfter } from './before-after.tsx';
import { tileId, PhotoTile } from './photo-tile.tsx';
import './gallery.css';

/** Stands around the photos; hands them what opens the question before a photo is deleted. */
type Management = ComponentType<{ wall: (onDelete: (photo: GalleryPhoto) => void) => ReactNode }>;

/** `Management` is what an administrator finds here in addition. */
export function GalleryScreen({ Management }: { Management: Management }) {
  return (
    <Page
      title={pageTitles.gallery}
      heading="Gallery"
      lead="Clean paint, clean wheels, clean seats: what our packages are for."
    >
      <Photos Management={Management} />
    </Page>
  );
}

function Photos({ Management }: { Management: Management }) {
  const session = useSession();
  const { data: photos, isError, isFetching, refetch } = usePhotos();
  if (!photos && isError) {
    return (
      <CouldNotFetch title={fetchFailure} isBusy={isFetching} onRetry={() => void refetch()} />
    );
  }
  // As high as a screen: the photos that come must not push away what was already seen.
  const loading = (
    <div className="min-h-dvh">
      <Spinner label="Loading our shiny work..." />
    </div>
  );
  if (!photos) return loading;
  if (session.status === 'signed-in' && session.isAdmin) {
    return (
      <Suspense fallback={loading}>
        <Management
          wall={(onDelete) =>
            photos.length > 0 ? <PhotoWall photos={photos} onDelete={onDelete} /> : <GettingReady />
          }
        />
      </Suspense>
    );
  }
  const { pairs, single } = pairsAmong(photos);
  if (photos.length > 0) {
    return (
      <>
        <PhotoPairs pairs={pairs} />
        {single.length > 0 && <PhotoWall photos={single} />}
      </>
    );
  }
  // As high as before; the reviews that come above the footer do not push it away either.
  return (
    <div className="min-h-dvh">
      <GettingReady />
    </div>
  );
}

/** An empty showroom: the light is on, the floor is wet, no car yet. */
function GettingReady() {
  return (
    <div className="on-lacquer showroom">
      <span aria-hidden="true" className="showroom-light" />
      <p className="heading-2">Our Gallery is Getting Ready!</p>
      <p className="mx-auto mt-4 max-w-md text-mist">We’ll add the first photos soon.</p>
      <ButtonLink to={paths.home} className="mt-8">
        See packages and prices
      </ButtonLink>
    </div>
  );
}

/** Cars before and after the visit, above the other photos. */
function PhotoPairs({ pairs }: { pairs: readonly PhotoPair[] }) {
  if (pairs.length === 0) return null;
  return (
    <section aria-labelledby="pairs-heading" className="mb-12">
      <h2 id="pairs-heading" className="mb-6 heading-2">
        Before and after
      </h2>
      <ul className="grid gap-x-5 gap-y-8 lg:grid-cols-2">
        {pairs.map((pair) => (
          <li key={pair.after.id}>
            <BeforeAfter {...pair} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const LightBox = lateScreen(() => import('./light-box.tsx'));

type PhotoWallProps = {
  photos: readonly GalleryPhoto[];
  onDelete?: (photo: GalleryPhoto) => void;
};

/** The photos side by side, and one of them large when it is opened. */
function PhotoWall({ photos, onDelete }: PhotoWallProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  useBackCloses(openId !== null, () => setOpenId(null));
  const index = photos.findIndex(({ id }) => id === openId);
  return (
    <>
      <PhotoGrid photos={photos} onOpen={({ id }) => setOpenId(id)} onDelete={onDelete} />
      {index >= 0 && (
        <Suspense fallback={null}>
          <LightBox
            photos={photos}
            index={index}
            onMove={(next) => setOpenId(photos[next]?.id ?? null)}
            onClose={() => setOpenId(null)}
            focusAfter={(photo) => document.getElementById(tileId(photo.id))}
          />
        </Suspense>
      )}
    </>
  );
}

type PhotoGridProps = {
  photos: readonly GalleryPhoto[];
  onOpen: (photo: GalleryPhoto) => void;
  /** Only administrators take photos down; they get a button for it in place of the description. */
  onDelete?: ((photo: GalleryPhoto) => void) | undefined;
};

/** How many photos a first screen can show: those are not put off. */
const firstScreen = 6;

function PhotoGrid({ photos, onOpen, onDelete }: PhotoGridProps) {
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

/** On a phone, from 40rem (a tablet) and from 64rem (a desk). gallery.css chooses among them. */
const walls = {
  narrow: { ideal: 1.15, least: 0.66 },
  middle: { ideal: 2.6, least: 1.5 },
  wide: { ideal: 3.4, least: 2 },
} as const satisfies Record<string, Wall>;

/** A photo's shape as it hangs. Very long ones are cropped, and one of unknown shape is a 4:3. */
function ratioOf({ image_width: width, image_height: height }: GalleryPhoto): number {
  return width && height ? Math.min(2.5, Math.max(0.56, width / height)) : 4 / 3;
}

type Hanging = { style: CSSProperties; sizes: string };

/** Where each photo hangs at every width of screen, before any of them has loaded. */
function hang(photos: readonly GalleryPhoto[]): Hanging[] {
  const ratios = photos.map(ratioOf);
  const narrow = hangInRows(ratios, walls.narrow);
  const middle = hangInRows(ratios, walls.middle);
  const wide = hangInRows(ratios, walls.wide);
  return ratios.map((ratio, index) => {
    const places = { narrow: narrow[index], middle: middle[index], wide: wide[index] };
    return { style: styleOf(ratio, places), sizes: sizesOf(places) };
  });
}

type Places = Record<keyof typeof walls, Place | undefined>;

function styleOf(ratio: number, places: Places): CSSProperties {
  const style: Record<string, string | number> = { '--ratio': ratio.toFixed(4) };
  for (const [wall, place] of Object.entries(places)) {
    style[`--${wall}-share`] = (place?.share ?? 1).toFixed(4);
    style[`--${wall}-count`] = place?.inRow ?? 1;
  }
  return style;
}

/** The content is at most 76rem wide. */
function sizesOf({ narrow, middle, wide }: Places): string {
  const part = (place: Place | undefined, of: number) => Math.ceil((place?.share ?? 1) * of);
  return [
    `(min-width: 80rem) ${part(wide, 76)}rem`,
    `(min-width: 64rem) ${part(wide, 100)}vw`,
    `(min-width: 40rem) ${part(middle, 100)}vw`,
    `${part(narrow, 100)}vw`,
  ].join(', ');
}
