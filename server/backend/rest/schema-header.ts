import { RestError } from './errors.ts';

/** Only schema `public` is served; a request may name it, but no other. */
export function checkSchema(request: Request) {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const schema = request.headers.get(isRead ? 'accept-profile' : 'content-profile') ?? 'public';
  if (schema === 'public') return;
  throw new RestError(406, {
    code: 'PGRST106',
    message: `Invalid schema: ${schema}`,
    hint: 'Only the following schemas are exposed: public',
  });
}
