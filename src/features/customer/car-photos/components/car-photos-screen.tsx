import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Section } from '@/components/section.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { photoGrid } from '@/entities/booking-photo/add-photos.tsx';
import { linkedPhotosQuery } from '@/entities/booking-photo/linked-photos.ts';
import { PhotoThumbnails } from '@/entities/booking-photo/photo-thumbnails.tsx';
import { readLinkedPhoto } from '@/entities/booking-photo/stored-photos.ts';
import { toastError } from '@/lib/failure-sentence.ts';
import { formatMoment } from '@/lib/moments.ts';
import { toast } from '@/lib/toast.ts';
import type { LinkedPhotos } from '@contracts/visit-work.ts';
import { choosePhotoConsent } from '../api/car-photos.ts';

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

type ConsentChoiceProps = { token: string; photos: LinkedPhotos };

/** Whether one pair may be shown in the gallery, which the customer changes at any time. */
function ConsentChoice({ token, photos }: ConsentChoiceProps) {
  const client = useQueryClient();
  const choice = useMutation({
    mutationFn: (agrees: boolean) => choosePhotoConsent(token, agrees),
    onSuccess: (answer, agrees) => {
      client.setQueryData(linkedPhotosQuery(token).queryKey, answer);
      toast({ title: agrees ? 'Thank you' : 'Photos not shown' });
    },
    onError: toastError('Not saved'),
  });
  const hasAgreed = photos.state === 'given';
  return (
    <Section heading="Show them in our gallery?" headingClassName="heading-2">
      <p className="mt-4 max-w-prose">{photos.wording}</p>
      <p role="status" className="mt-3 max-w-prose text-ink-soft">
        {hasAgreed
          ? `You agreed on ${formatMoment(photos.at ?? '')}. ${photos.is_shown ? 'A pair is in our gallery.' : 'No photo is in our gallery yet.'}`
          : photos.state === 'revoked'
            ? 'You no longer agree. No photo of this visit is in our gallery.'
            : 'Nothing is shown unless you agree. You can change your mind here at any time.'}
      </p>
      <Button
        variant={hasAgreed ? 'secondary' : 'primary'}
        className="mt-5 max-sm:w-full"
        busy={choice.isPending}
        onClick={() => choice.mutate(!hasAgreed)}
      >
        {hasAgreed ? 'Stop showing photos' : 'Agree to show a pair'}
      </Button>
    </Section>
  );
}
