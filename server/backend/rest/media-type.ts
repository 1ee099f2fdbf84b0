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

function mediaType(text: string): MediaType | null {
  const [type = '', ...options] = text.split(';').map((part) => part.trim().toLowerCase());
  if (options.includes('nulls=stripped')) return null;
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return 'array';
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return 'object';
    default:
      return null;
  }
}

export const contentType = (media: MediaType): string =>
  media === 'object'
    ? 'application/vnd.pgrst.object+json; charset=utf-8'
    : 'application/json; charset=utf-8';
