import { PostgrestClient } from '@supabase/postgrest-js';
import type { ServiceRest } from '../supabase/functions/_shared/http/deps.ts';
import type { Database } from '../supabase/database-types.ts';

type ServiceRestOptions = {
  /** The host's own app, called directly without a socket. */
  fetch: (request: Request) => Response | Promise<Response>;
  serviceKey: string;
};

/** The server functions' REST client, with the service role. */
export const serviceRest = ({ fetch, serviceKey }: ServiceRestOptions): ServiceRest =>
  new PostgrestClient<Database>('http://localhost/rest/v1', {
    headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
    fetch: async (input, init) => await fetch(new Request(input, init)),
    // A direct call gains nothing from a retry.
    retry: false,
  });
