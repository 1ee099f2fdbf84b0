import { RestError } from './errors.ts';

/** How the answer is written. */
export type MediaType = { form: 'array' | 'object' | 'csv'; stripsNulls: boolean };

const array: MediaType = { form: 'array', stripsNulls: false };

/** Chooses by `Accept`; the first of the offered types that can be written wins. */
export function negotiate(accept: string | null): MediaType {
  if (accept === null || accept.trim() === '') return array;
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
  const stripsNulls = options.includes('nulls=stripped');
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return array;
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return { form: 'array', stripsNulls };
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return { form: 'object', stripsNulls };
    case 'text/csv':
      return { form: 'csv', stripsNulls: false };
    default:
      return null;
  }
}

export function contentType({ form, stripsNulls }: MediaType): string {
  if (form === 'csv') return 'text/csv; charset=utf-8';
  if (form === 'object') {
    return `application/vnd.pgrst.object+json${stripsNulls ? ';nulls=stripped' : ''}; charset=utf-8`;
  }
  return stripsNulls
    ? 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8'
    : 'application/json; charset=utf-8';
}
