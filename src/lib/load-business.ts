import { publishedBusiness } from '@contracts/business.ts';
import { guestRest } from './backend.ts';
import { setBusiness } from './business.ts';
import { logFailure } from './log-failure.ts';
import { rpc } from './rpc.ts';
import { setArrivalWindow } from './told-times.ts';

/** Loads the published business for all screens. Throws when the backend does not answer. */
export async function loadBusiness(): Promise<void> {
  const published = await rpc(guestRest(), publishedBusiness, {}, { get: true });
  const { business, arrivalWindowMinutes } = published;
  setArrivalWindow(arrivalWindowMinutes);
  setBusiness(business);
}

/** Loads it again. What cannot be loaded stays as it is. */
export const reloadBusiness = (): Promise<void> =>
  loadBusiness().catch((error: unknown) =>
    logFailure('The business could not be loaded again', error),
  );
