import {
  serviceStorage,
  type ServiceStorage,
} from '../supabase/functions/_shared/http/service-storage.ts';
import type { Keys } from './backend/keys.ts';
import type { OwnRequest } from './request-id.ts';

type OwnStorageOptions = {
  /** The photo storage, called directly. */
  photos: { fetch: (request: Request, own: OwnRequest) => Response | Promise<Response> };
  keys: Pick<Keys, 'serviceKey'>;
  /** The request that these calls are for. */
  requestId?: string | undefined;
};

/** The server functions' storage, with the service role. */
export const ownStorage = ({ photos, keys, requestId }: OwnStorageOptions): ServiceStorage =>
  serviceStorage({
    send: async (path, init) => {
      const request = new Request(`http://localhost${path}`, init);
      request.headers.set('authorization', `Bearer ${keys.serviceKey}`);
      return await photos.fetch(request, { requestId });
    },
    hasWidths: true,
  });
