import { RestError } from './errors.ts';

/** The format of the answer: a list, or a single object. */
export type MediaType = 'array' | 'object';

/** Chooses by `Accept`. */
export function negotiate(accept: string | null): MediaType {
  const wanted = (accept ?? '').split(',').map((text) => text.trim().toLowerCase());
  if (wanted.some((one) => /^application\/vnd\.pgrst\.object(?:\+json)?$/.test(one)))
    return 'object';
  if (wanted.some((one) => /^(?:$|\*\/\*|application\/(?:\*|json))(?:;|$)/.test(one)))
    return 'array';
  throw new RestError(406, {
    code: 'PGRST107',
    message: `None of these media types are available: ${accept}`,
  });
}

export const contentType = (media: MediaType): string =>
  media === 'object'
    ? 'application/vnd.pgrst.object+json; charset=utf-8'
    : 'application/json; charset=utf-8';
