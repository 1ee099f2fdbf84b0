type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** How many of a file's first bytes tell its format. */
export const formatBytes = 256;

/**
 * The format by a file's first bytes, whatever its name: an accepted one, `heic`, which nothing here decodes, or
 * null for anything else, such as SVG or HTML.
 */
export function formatOf(bytes: Uint8Array): PhotoFormat | 'heic' | null {
  const head = String.fromCharCode(...bytes.subarray(0, formatBytes));
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (/^RIFF.{4}WEBP/s.test(head)) return 'webp';
  return head.slice(4, 8) === 'ftyp' ? formatOfBrands(head) : null;
}

/** A video, an AVIF and a HEIC begin alike and differ in their brands. */
function formatOfBrands(head: string): 'avif' | 'heic' | null {
  const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((at) => head.charCodeAt(at));
  const end = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  const brands = head.slice(8, end).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => /^(hei[cmxs]|hev[cmxs]|mif1|msf1)$/.test(brand)) ? 'heic' : null;
}
