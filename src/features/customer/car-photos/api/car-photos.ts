import { chosenPhotoConsent } from '@contracts/visit-work.ts';
import { guestRest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** Agrees that a pair is shown in the gallery, or revokes it. Null when the token is unknown. */
export const choosePhotoConsent = (token: string, agrees: boolean) =>
  rpc(guestRest(), chosenPhotoConsent, { secret: token, agrees });
