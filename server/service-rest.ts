import { PostgrestClient } from '@supabase/postgrest-js';
import type { ServiceRest } from '../supabase/functions/_shared/http/deps.ts';
import type { Database } from '../supabase/database-types.ts';

type ServiceRestOptions = {
  /** The host's own app: the request goes straight to it, over no socket. */
  fetch: (request: Request) => Response | Promise<Response>;
  serviceKey: string;
};

/** The REST client of the server functions, which speaks for the service role. */
export const serviceRest = ({ fetch, serviceKey }: ServiceRestOptions): ServiceRest =>
  new PostgrestClient<Database>('http://localhost/rest/v1', {
    headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
    fetch: async (input, init) => await fetch(new Request(input, init)),
    // Nothing lies between this client and the database that a retry could get around.
    retry: false,
  });
