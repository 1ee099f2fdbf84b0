import { queryOptions } from '@tanstack/react-query';
import { bookingPhotoLinks } from '@contracts/visit-work.ts';
import { accessToken } from '@/lib/access-token.ts';
import { guestRest, restAs } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** A guest names the email address of the booking. */
export type VisitWithPhotos = { id: string; email: string | null };

/** The tokens of the links to the photos of these visits, by booking: one request for an email address. */
export const photoLinksQuery = (visits: readonly VisitWithPhotos[]) =>
  queryOptions({
    queryKey: ['photo-links', visits],
    queryFn: async (): Promise<Record<string, string>> => {
      const token = await accessToken();
      const rest = token ? restAs(token) : guestRest();
      const answers = await Promise.all(
        [...new Set(visits.map(({ email }) => email))].map((email) => {
          const ids = visits.filter((visit) => visit.email === email).map(({ id }) => id);
          return rpc(rest, bookingPhotoLinks, {
            target_booking_ids: ids,
            ...(email && { email }),
          });
        }),
      );
      return Object.fromEntries(answers.flat().map((link) => [link.booking_id, link.token]));
    },
    enabled: visits.length > 0,
  });
