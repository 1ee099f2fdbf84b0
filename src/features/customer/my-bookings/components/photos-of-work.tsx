import { queryOptions, useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { carPhotosPath } from '@/config/paths-of-one.ts';
import { accessToken } from '@/lib/access-token.ts';
import { guestRest, restAs } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** The token of the link to the photos of a visit; null without any. A guest names the email address of the booking. */
const photoLinkQuery = (bookingId: string, email: string | null) =>
  queryOptions({
    queryKey: ['photo-link', bookingId, email],
    queryFn: async (): Promise<string | null> => {
      const token = await accessToken();
      const args = { target_booking_id: bookingId, ...(email && { email }) };
      return rpc(token ? restAs(token) : guestRest(), 'booking_photo_link', args);
    },
  });

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
