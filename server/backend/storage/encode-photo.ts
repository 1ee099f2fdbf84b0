import { photoRules, photoSentences } from '../../../domain/contact/photo.ts';
import { inTurn } from '../../in-turn.ts';
import { notAPhoto, tooLarge } from './errors.ts';
import type { PhotoFiles } from './file-store.ts';
import { formatOf } from '../../../domain/contact/photo-format.ts';

/** The stored files of a photo: `full.webp`, and narrower ones as `<width>.webp`. */
export type EncodedPhoto = { width: number; height: number; files: PhotoFiles };

/** The maximum height of a photo in full width: WebP ends at 16383. */
const maxHeight = 4000;
const secondsToDecode = 30;

/**
 * Decodes a photo and encodes it as WebP in all served widths: upright, in screen colours, the first frame of an
 * animation, and without metadata. Off the main thread, one at a time. Throws 413 or 415 with a sentence.
 */
export const encodePhoto = inTurn(async (bytes: Buffer): Promise<EncodedPhoto> => {
  const format = formatOf(bytes);
  if (format === 'heic') throw notAPhoto(photoSentences.heic);
  if (format === null) throw notAPhoto(photoSentences.not_a_photo);
  const picture = await decode(bytes).catch(refuse);
  const { width, height } = picture;
  const widths = photoRules.widths.filter((one) => one < width);
  const files: Record<string, Buffer> = { 'full.webp': await toWebp(picture, width) };
  for (const one of widths) files[`${one}.webp`] = await toWebp(picture, one);
  return { width, height, files };
});

type Picture = { pixels: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

async function decode(bytes: Buffer): Promise<Picture> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes, {
    limitInputPixels: photoRules.maxPixels,
    failOn: 'error',
    sequentialRead: true,
  })
    .timeout({ seconds: secondsToDecode })
    .autoOrient()
    .resize({
      width: photoRules.widths.at(-1),
      height: maxHeight,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height, channels: info.channels };
}

async function toWebp({ pixels, width, height, channels }: Picture, to: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return await sharp(pixels, { raw: { width, height, channels } })
    .resize({ width: to })
    .webp({ quality: 80 })
    .toBuffer();
}

/** Loaded with the first photo. One photo at a time on one core: other requests have priority. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(message)) throw tooLarge(photoSentences.too_many_pixels);
  if (/Cannot find (module|package)|Could not load/.test(message)) throw error;
  throw notAPhoto(photoSentences.damaged);
}
