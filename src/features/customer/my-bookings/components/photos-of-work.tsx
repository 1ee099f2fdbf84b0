import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { carPhotosPath } from '@/config/paths-of-one.ts';
import { photoLinkQuery } from '../api/photo-link.ts';

type PhotosOfWorkProps = { bookingId: string; email: string | null };

/** The way to the photos of a visit that is done, and to the consent to show them. Nothing without photos. */
export function PhotosOfWork({ bookingId, email }: PhotosOfWorkProps) {
  const { data } = useQuery(photoLinkQuery(bookingId, email));
  if (!data) return null;
  return (
    <ButtonLink variant="secondary" className="mt-6 max-sm:w-full" to={carPhotosPath(data)}>
      Before and after photos
    </ButtonLink>
  );
}
