import { queryOptions } from '@tanstack/react-query';
import { photosOfLink } from '@contracts/visit-work.ts';
import { guestRest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** The photos of a visit behind their link. Only looks. Null when the token is unknown. */
export const linkedPhotosQuery = (token: string) =>
  queryOptions({
    queryKey: ['car-photos', token],
    queryFn: ({ signal }) => rpc(guestRest(), photosOfLink, { secret: token }, { signal }),
    staleTime: 0,
  });
