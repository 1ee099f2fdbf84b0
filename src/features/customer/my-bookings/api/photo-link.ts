import { queryOptions } from '@tanstack/react-query';
import { accessToken } from '@/lib/access-token.ts';
import { guestRest, restAs } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** The token of the link to the photos of a visit; null without any. A guest names the email address of the booking. */
export const photoLinkQuery = (bookingId: string, email: string | null) =>
  queryOptions({
    queryKey: ['photo-link', bookingId, email],
    queryFn: async (): Promise<string | null> => {
      const token = await accessToken();
      const args = { target_booking_id: bookingId, ...(email && { email }) };
      return rpc(token ? restAs(token) : guestRest(), 'booking_photo_link', args);
    },
  });
