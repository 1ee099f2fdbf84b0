import { photoRules, photoSentences } from '@domain/contact/photo.ts';
import { appConfig } from '@/config/env.ts';

/** The longer side of a photo as it is sent, in pixels. */
const maxSide = photoRules.widths[3];

/**
 * A photo as a smaller JPEG, upright and without metadata, so that it costs little to send and tells neither place nor
 * camera. A photo that this browser cannot read is sent as it is, if our own server re-encodes it; otherwise it throws
 * with a sentence.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('This browser draws no pictures');
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await encoded(canvas);
  } catch (error) {
    if (appConfig.backendUrl === '') return file;
    throw new Error(photoSentences.damaged, { cause: error });
  }
}

const encoded = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('A photo could not be encoded'))),
      'image/jpeg',
      0.85,
    );
  });
