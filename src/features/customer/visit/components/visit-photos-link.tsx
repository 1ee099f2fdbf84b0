import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { carPhotosPath } from '@/config/paths-of-one.ts';
import { photoLinkQuery } from '../api/photo-link.ts';

/** The way to the photos from before and after the work. Nothing without photos. */
export function VisitPhotosLink({ token }: { token: string }) {
  const { data } = useQuery(photoLinkQuery(token));
  if (!data) return null;
  return (
    <ButtonLink variant="secondary" to={carPhotosPath(data)}>
      Before and After Photos
    </ButtonLink>
  );
}
