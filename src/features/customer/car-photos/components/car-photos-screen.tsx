import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import type { LinkedPhotos } from '@contracts/visit-work.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Section } from '@/components/section.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { photoGrid } from '@/entities/booking-photo/add-photos.tsx';
import { linkedPhotosQuery } from '@/entities/booking-photo/linked-photos.ts';
import { PhotoThumbnails } from '@/entities/booking-photo/photo-thumbnails.tsx';
import { readLinkedPhoto } from '@/entities/booking-photo/stored-photos.ts';
import { ConsentChoice } from './consent-choice.tsx';

/** Behind the link to a visit's photos. Opening it changes nothing: programs follow links, too. */
export function CarPhotosScreen() {
  const [params] = useSearchParams();
  const token = params.get('token')?.trim() ?? '';
  const query = useQuery(linkedPhotosQuery(token));
  if (query.data === null) return <UnknownLink />;
  if (!query.data) {
    return (
      <Page title="Photos" heading="Your car, before and after">
        <NotLoaded query={query} loading="Loading photos" failed="Couldn’t load your photos." />
      </Page>
    );
  }
  return <CarPhotos token={token} photos={query.data} />;
}

function CarPhotos({ token, photos }: { token: string; photos: LinkedPhotos }) {
  const { before, after, service_name: service, car } = photos;
  const isEmpty = before.length + after.length === 0;
  return (
    <Page title="Photos" heading="Your car, before and after" lead={`${service}, ${car}`}>
      <div className="grid gap-12 pb-14">
        {isEmpty && <p>There are no photos of this visit to show yet.</p>}
        <Photos token={token} heading="Before" ids={before} />
        <Photos token={token} heading="After" ids={after} />
        {(photos.state !== 'none' || (before.length > 0 && after.length > 0)) && (
          <ConsentChoice token={token} photos={photos} />
        )}
      </div>
    </Page>
  );
}

type PhotosProps = { token: string; heading: string; ids: readonly string[] };

function Photos({ token, heading, ids }: PhotosProps) {
  if (ids.length === 0) return null;
  return (
    <Section heading={heading} headingClassName="mb-4 heading-2">
      <ul className={photoGrid}>
        <PhotoThumbnails
          photos={ids}
          label={`${heading} photo`}
          read={(photoId, width) => readLinkedPhoto(photoId, token, width)}
        />
      </ul>
    </Section>
  );
}

const UnknownLink = () => (
  <Page title="Photos" heading="We couldn’t find these photos." width="narrow">
    <p>This link is no longer valid. Your photos may be in My Bookings.</p>
    <ButtonLink to={paths.myBookings} className="mt-6 max-sm:w-full">
      My Bookings
    </ButtonLink>
  </Page>
);
