import { queryOptions } from '@tanstack/react-query';
import { chosenPhotoConsent, photosOfLink } from '@contracts/visit-work.ts';
import { guestRest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** Only looks. Null when the token is unknown. */
export const carPhotosQuery = (token: string) =>
  queryOptions({
    queryKey: ['car-photos', token],
    queryFn: ({ signal }) => rpc(guestRest(), photosOfLink, { secret: token }, { signal }),
    staleTime: 0,
  });

/** Agrees that a pair is shown in the gallery, or revokes it. Null when the token is unknown. */
export const choosePhotoConsent = (token: string, agrees: boolean) =>
  rpc(guestRest(), chosenPhotoConsent, { secret: token, agrees });
