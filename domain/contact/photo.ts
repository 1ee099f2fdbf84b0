import { formatBytes, formatOf } from './photo-format.ts';

/** The accepted photo files, and the widths in which photos are served. */
export const photoRules = {
  maxBytes: 10 * 1024 * 1024,
  /** Pixels of the original, so that a small file cannot decode into a huge picture. */
  maxPixels: 40_000_000,
  /** Widths in pixels, smallest first; a photo is never enlarged. */
  widths: [320, 640, 1024, 1600],
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
} as const;

/** Shared by the browser's check before an upload and the server's check of the bytes. */
export const photoSentences = {
  empty: 'This file is empty. Please choose another one.',
  too_large: 'This photo is larger than 10 MB. Please choose a smaller one.',
  too_many_pixels: 'This photo has more than 40 megapixels. Please choose a smaller one.',
  heic: 'This photo is in the HEIC format, which most browsers cannot show. Please save it as a JPEG and choose that.',
  not_a_photo: 'This file is not a photo. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  damaged: 'This photo is damaged or incomplete. Please choose another one.',
} as const;

type ChosenFile = { name: string; type: string; size: number };

/** Why a file cannot be uploaded, judged without reading it; null if the upload may be tried. */
export function photoProblem(file: ChosenFile): string | null {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name))
    return photoSentences.heic;
  if (!isPhotoType(file.type)) return photoSentences.not_a_photo;
  if (file.size === 0) return photoSentences.empty;
  return file.size > photoRules.maxBytes ? photoSentences.too_large : null;
}

type ReadableFile = ChosenFile & {
  slice: (start: number, end: number) => { arrayBuffer: () => Promise<ArrayBuffer> };
};

/** Why a file cannot be uploaded, judged by its first bytes, too. A file that can't be read is left to the upload. */
export async function photoProblemWithin(file: ReadableFile) {
  const problem = photoProblem(file);
  if (problem !== null) return problem;
  const head = await file
    .slice(0, formatBytes)
    .arrayBuffer()
    .catch(() => null);
  if (head === null) return null;
  const format = formatOf(new Uint8Array(head));
  if (format === 'heic') return photoSentences.heic;
  return format === null ? photoSentences.not_a_photo : null;
}

const isPhotoType = (type: string) => (photoRules.types as readonly string[]).includes(type);

const maxNameLength = 100;

/**
 * The stored name of a photo: `{milliseconds since 1970}_{original name}`. The original name keeps its extension and
 * only characters that are safe in a URL. At most 100 characters.
 */
export function photoName(file: { name: string }, now: Date): string {
  const stamp = `${now.getTime()}_`;
  const plain = file.name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/\.{2,}/g, '.');
  const [, stem = '', ending = ''] = /^(.*?)(\.\w{1,5})?$/.exec(plain) ?? [];
  const kept = stem
    .slice(0, maxNameLength - stamp.length - ending.length)
    .replace(/^[.-]+|[.-]+$/g, '');
  return `${stamp}${kept || 'photo'}${ending}`;
}
