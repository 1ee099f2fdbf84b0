import { PostgrestClient } from '@supabase/postgrest-js';
import type { ServiceRest } from '../supabase/functions/_shared/http/deps.ts';
import type { Keys } from './backend/keys.ts';
import type { functionCaller } from './backend/rest/call-function.ts';
import type { OwnRequest } from './request-id.ts';
import type { Database } from '../supabase/database-types.ts';

type ServiceRestOptions = {
  /** The data interface, called directly: without a socket, and without what the app adds for strangers. */
  rest: { fetch: (request: Request, own: OwnRequest) => Response | Promise<Response> };
  callFunction: ReturnType<typeof functionCaller>;
  keys: Pick<Keys, 'serviceKey'>;
  /** The request that these calls are for. */
  requestId?: string | undefined;
};

/** The server functions' database, with the service role. */
export const serviceRest = ({
  rest,
  callFunction,
  keys,
  requestId,
}: ServiceRestOptions): ServiceRest => {
  const authorization = `Bearer ${keys.serviceKey}`;
  const client = new PostgrestClient<Database>('http://localhost', {
    headers: { authorization },
    fetch: async (input, init) => {
      const request = withLength(new Request(input, init), init?.body);
      return await rest.fetch(request, { requestId });
    },
    // A direct call gains nothing from a retry.
    retry: false,
  });
  return Object.assign(client, {
    call: (name: string, args: object, headers: Record<string, string> = {}) =>
      callFunction({ name, args, headers: { authorization, ...headers } }, requestId),
  });
};

// With a length, the limit of bodies need not copy the body to measure it.
function withLength(request: Request, body: RequestInit['body']): Request {
  if (typeof body === 'string') {
    request.headers.set('content-length', String(Buffer.byteLength(body)));
  }
  return request;
}
