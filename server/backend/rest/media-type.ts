import { RestError } from './errors.ts';

/** The format of the answer: a list, or a single object. */
export type MediaType = 'array' | 'object';

/** Chooses by `Accept`; the first supported type wins. */
export function negotiate(accept: string | null): MediaType {
  if (accept === null || accept.trim() === '') return 'array';
  const wanted = accept
    .split(',')
    .map((text) => ({ text, quality: Number(/;\s*q=([\d.]+)/.exec(text)?.[1] ?? 1) }))
    .sort((one, other) => other.quality - one.quality);
  for (const { text } of wanted) {
    const found = mediaType(text);
    if (found) return found;
  }
  throw new RestError(406, {
    code: 'PGRST107',
    message: `None of these media types are available: ${accept}`,
  });
}

const supported: ReadonlyMap<string, MediaType> = new Map([
  ['*/*', 'array'],
  ['application/*', 'array'],
  ['application/json', 'array'],
  ['application/vnd.pgrst.array', 'array'],
  ['application/vnd.pgrst.array+json', 'array'],
  ['application/vnd.pgrst.object', 'object'],
  ['application/vnd.pgrst.object+json', 'object'],
]);

function mediaType(text: string): MediaType | undefined {
  const [type = '', ...options] = text.split(';').map((part) => part.trim().toLowerCase());
  return options.includes('nulls=stripped') ? undefined : supported.get(type);
}

export const contentType = (media: MediaType): string =>
  media === 'object'
    ? 'application/vnd.pgrst.object+json; charset=utf-8'
    : 'application/json; charset=utf-8';
