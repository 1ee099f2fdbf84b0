import { useRef, useState } from 'react';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { paths } from '@/config/paths.ts';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { pairsAmong } from '@/entities/photo/pairs.ts';
import { fetchFailure, usePhotos } from '@/entities/photo/use-photos.ts';
import { DeletePhotoDialog } from './delete-photo-dialog.tsx';
import { ManagedPhoto } from './managed-photo.tsx';
import { PhotoUpload } from './photo-upload.tsx';

/** The gallery as administrators keep it: what hangs there, in which words. */
export default function GalleryManagement() {
  const { data: photos, isError, isFetching, refetch } = usePhotos();
  return (
    <Page
      title="Gallery"
      heading="Gallery"
      lead="New photos appear first. Visitors see the description with the photo, and screen readers read it aloud."
    >
      {photos && <ManagedPhotos photos={photos} />}
      {!photos && !isError && <Spinner label="Loading our shiny work..." />}
      {!photos && isError && (
        <CouldNotFetch title={fetchFailure} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function ManagedPhotos({ photos }: { photos: readonly GalleryPhoto[] }) {
  const [asked, setAsked] = useState<GalleryPhoto | null>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);
  const { single } = pairsAmong(photos);
  return (
    <div className="grid gap-8">
      <div className="grid gap-4 sm:flex sm:items-start sm:justify-between">
        <PhotoUpload buttonRef={uploadButton} />
        <ButtonLink variant="ghost" to={paths.gallery}>
          View gallery
        </ButtonLink>
      </div>
      {photos.length > 0 ? (
        <ul aria-label="Photos" className="grid items-start gap-4 lg:grid-cols-2">
          {photos.map((photo) => (
            <li key={photo.id}>
              <ManagedPhoto photo={photo} single={single} onDelete={() => setAsked(photo)} />
            </li>
          ))}
        </ul>
      ) : (
        <NothingHangs />
      )}
      <DeletePhotoDialog
        photo={asked}
        onEnd={() => setAsked(null)}
        focusAfter={() => uploadButton.current}
      />
    </div>
  );
}

function NothingHangs() {
  return (
    <div className="border-y border-hairline py-14 text-center sm:py-20">
      <p className="heading-2">Our Gallery is Getting Ready!</p>
      <p className="mx-auto mt-4 max-w-md text-ink-soft">
        Visitors see this until you upload the first photo.
      </p>
    </div>
  );
}
