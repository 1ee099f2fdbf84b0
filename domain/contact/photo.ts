/** What may be uploaded as a photo, and in which widths it is served. */
export const photoRules = {
  maxBytes: 10 * 1024 * 1024,
  /** Pixels of the original, so that a small file cannot unfold into a huge picture. */
  maxPixels: 40_000_000,
  /** Widths in pixels, smallest first; a photo is never enlarged to one. */
  widths: [320, 640, 1024, 1600],
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
} as const;

/** The same sentences before an upload, in the browser, and after it, from the bytes. */
export const photoSentences = {
  empty: 'This file is empty. Please choose another one.',
  too_large: 'This photo is larger than 10 MB. Please choose a smaller one.',
  too_many_pixels: 'This photo has more than 40 megapixels. Please choose a smaller one.',
  heic: 'This photo is in the HEIC format, which most browsers cannot show. Please save it as a JPEG and choose that.',
  not_a_photo: 'This file is not a photo. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  damaged: 'This photo is damaged or incomplete. Please choose another one.',
} as const;

type ChosenFile = { name: string; type: string; size: number };

/** Why a file cannot be uploaded, as far as that shows without reading it; null when it may be tried. */
export function photoProblem(file: ChosenFile): string | null {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name))
    return photoSentences.heic;
  if (!isPhotoType(file.type)) return photoSentences.not_a_photo;
  if (file.size === 0) return photoSentences.empty;
  return file.size > photoRules.maxBytes ? photoSentences.too_large : null;
}

const isPhotoType = (type: string) => (photoRules.types as readonly string[]).includes(type);

const maxNameLength = 100;

/**
 * The name a photo is stored under: `{milliseconds since 1970}_{original name}`, where the original
 * keeps only what is safe in any address, and its ending. At most 100 characters.
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
