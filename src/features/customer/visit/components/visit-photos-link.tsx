import { queryOptions, useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { carPhotosPath } from '@/config/paths-of-one.ts';
import { guestRest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** The token of the link to the photos of a visit; null without any. */
const photoLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['visit-photo-link', token],
    queryFn: ({ signal }): Promise<string | null> =>
      rpc(guestRest(), 'visit_photo_link', { visit_token: token }, { signal }),
  });

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
