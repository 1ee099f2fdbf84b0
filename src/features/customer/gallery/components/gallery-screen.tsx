import { Suspense, type ComponentType, type ReactNode } from 'react';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { paths } from '@/config/paths.ts';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { pairsAmong } from '@/entities/photo/pairs.ts';
import { fetchFailure, usePhotos } from '@/entities/photo/use-photos.ts';
import { useSession } from '@/lib/session.ts';
import { PhotoPairs } from './photo-pairs.tsx';
import { PhotoWall } from './photo-wall.tsx';
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
