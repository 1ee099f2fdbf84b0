type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/**
 * The format by a file's first bytes, whatever its name: an accepted one, `heic`, which nothing here decodes, or
 * null for anything else, such as SVG or HTML.
 */
export function formatOf(bytes: Buffer): PhotoFormat | 'heic' | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png';
  const text = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  return text(4, 8) === 'ftyp' ? formatOfBrands(bytes) : null;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A video, an AVIF and a HEIC begin alike and differ in their brands. */
function formatOfBrands(bytes: Buffer): 'avif' | 'heic' | null {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = bytes.toString('latin1', 8, end).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => /^(hei[cmxs]|hev[cmxs]|mif1|msf1)$/.test(brand)) ? 'heic' : null;
}
