import { useQuery } from '@tanstack/react-query';
import { Section } from '@/components/section.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { carPhotosPath } from '@/config/paths-of-one.ts';
import { linkedPhotosQuery } from '@/entities/booking-photo/linked-photos.ts';
import { PhotoThumbnails } from '@/entities/booking-photo/photo-thumbnails.tsx';
import { readLinkedPhoto } from '@/entities/booking-photo/stored-photos.ts';
import { photoLinkQuery } from '../api/photo-link.ts';

/** A photo from before the work and one from after, and the way to all. Nothing without photos. */
export function VisitPhotos({ token }: { token: string }) {
  const link = useQuery(photoLinkQuery(token));
  return link.data ? <Photos token={link.data} /> : null;
}

function Photos({ token }: { token: string }) {
  const { data } = useQuery(linkedPhotosQuery(token));
  if (!data) return null;
  const { before, after } = data;
  const count = before.length + after.length;
  if (count === 0) return null;
  const read = (photoId: string, width?: number) => readLinkedPhoto(photoId, token, width);
  return (
    <Section heading="Your car, before and after">
      <ul className="mt-4 grid max-w-2xl grid-cols-2 gap-3">
        <PhotoThumbnails
          photos={before.slice(0, 1)}
          label="Before photo"
          {...{ read, below: () => 'Before' }}
        />
        <PhotoThumbnails
          photos={after.slice(0, 1)}
          label="After photo"
          {...{ read, below: () => 'After' }}
        />
      </ul>
      <ButtonLink variant="secondary" className="mt-6 max-sm:w-full" to={carPhotosPath(token)}>
        {count === 1 ? 'See the photo' : `See all ${count} photos`}
      </ButtonLink>
    </Section>
  );
}
