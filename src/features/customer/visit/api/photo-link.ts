import { queryOptions } from '@tanstack/react-query';
import { guestRest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** The token of the link to the photos of a visit; null without any. */
export const photoLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['visit-photo-link', token],
    queryFn: ({ signal }): Promise<string | null> =>
      rpc(guestRest(), 'visit_photo_link', { visit_token: token }, { signal }),
  });
