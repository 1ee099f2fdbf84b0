import { photoRules } from '@domain/contact/photo.ts';
import { appConfig } from '@/config/env.ts';

type PhotoProps = {
  /** The address that was stored with the photo. */
  url: string;
  alt: string;
  /** Of the whole photo in pixels, where known: the page then keeps its place free. */
  width?: number | null;
  height?: number | null;
  /** How wide it is shown, as the attribute of `<img>` has it. */
  sizes: string;
  className?: string;
  loading?: 'eager' | 'lazy';
};

/** A photo in the width that its place needs. */
export function Photo({ url, width, height, sizes, loading = 'lazy', ...image }: PhotoProps) {
  return (
    <img
      {...image}
      // Before src, or the browser begins to load the whole photo.
      {...sourcesOf(url, sizes, width ?? null)}
      width={width ?? undefined}
      height={height ?? undefined}
      loading={loading}
      decoding="async"
    />
  );
}

const stored = /\/storage\/v1\/object\/public\/((?:reviews|gallery)\/[^?#]+)/;

/**
 * A stored photo is fetched from our own storage, whatever origin its address was written with: the
 * site may have moved since, and a foreign origin has no business here.
 */
function sourcesOf(url: string, sizes: string, width: number | null) {
  const path = stored.exec(url)?.[1];
  if (!path) return { src: url };
  const src = `${appConfig.backendUrl}/storage/v1/object/public/${path}`;
  // A hosted backend makes other widths only for those who pay for it.
  if (appConfig.backendUrl) return { src };
  const widths = photoRules.widths.filter((_, index, all) => {
    const smaller = index > 0 ? all[index - 1] : undefined;
    return width === null || smaller === undefined || smaller < width;
  });
  const srcSet = widths
    .map(
      (one) =>
        `/storage/v1/render/image/public/${path}?width=${one} ${Math.min(one, width ?? one)}w`,
    )
    .join(', ');
  return { sizes, srcSet, src };
}
