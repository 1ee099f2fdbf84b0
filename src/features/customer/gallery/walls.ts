import type { CSSProperties } from 'react';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';
import { hangInRows, type Place, type Wall } from './rows.ts';

/** On a phone, from 40rem (a tablet) and from 64rem (a desk). gallery.css chooses among them. */
const walls = {
  narrow: { ideal: 1.15, least: 0.66 },
  middle: { ideal: 2.6, least: 1.5 },
  wide: { ideal: 3.4, least: 2 },
} as const satisfies Record<string, Wall>;

/** A photo's shape as it hangs. Very long ones are cropped, and one of unknown shape is a 4:3. */
function ratioOf({ image_width: width, image_height: height }: GalleryPhoto): number {
  return width && height ? Math.min(2.5, Math.max(0.56, width / height)) : 4 / 3;
}

export type Hanging = { style: CSSProperties; sizes: string };

/** Where each photo hangs at every width of screen, before any of them has loaded. */
export function hang(photos: readonly GalleryPhoto[]): Hanging[] {
  const ratios = photos.map(ratioOf);
  const narrow = hangInRows(ratios, walls.narrow);
  const middle = hangInRows(ratios, walls.middle);
  const wide = hangInRows(ratios, walls.wide);
  return ratios.map((ratio, index) => {
    const places = { narrow: narrow[index], middle: middle[index], wide: wide[index] };
    return { style: styleOf(ratio, places), sizes: sizesOf(places) };
  });
}

type Places = Record<keyof typeof walls, Place | undefined>;

function styleOf(ratio: number, places: Places): CSSProperties {
  const style: Record<string, string | number> = { '--ratio': ratio.toFixed(4) };
  for (const [wall, place] of Object.entries(places)) {
    style[`--${wall}-share`] = (place?.share ?? 1).toFixed(4);
    style[`--${wall}-count`] = place?.inRow ?? 1;
  }
  return style;
}

/** The content is at most 76rem wide. */
function sizesOf({ narrow, middle, wide }: Places): string {
  const part = (place: Place | undefined, of: number) => Math.ceil((place?.share ?? 1) * of);
  return [
    `(min-width: 80rem) ${part(wide, 76)}rem`,
    `(min-width: 64rem) ${part(wide, 100)}vw`,
    `(min-width: 40rem) ${part(middle, 100)}vw`,
    `${part(narrow, 100)}vw`,
  ].join(', ');
}
