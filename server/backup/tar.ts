/** The part of the tar format (ustar) that a backup needs, so that any `tar` can read one. */
export const blockBytes = 512;

export const padding = (size: number) =>
  Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);

const octal = (value: number, width: number) => value.toString(8).padStart(width - 1, '0');

/** The header of a file, or of a folder if the name ends with a slash. */
export function tarHeader(name: string, size: number): Buffer {
  const [prefix, rest] = splitName(name);
  const header = Buffer.alloc(blockBytes);
  const put = (text: string, at: number) => header.write(text, at, 'utf8');
  put(rest, 0);
  put(name.endsWith('/') ? '0000700' : '0000600', 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(0, 12), 136);
  put('        ', 148);
  put(name.endsWith('/') ? '5' : '0', 156);
  put('ustar\0' + '00', 257);
  put(prefix, 345);
  put(`${octal(sumOf(header), 7)}\0 `, 148);
  return header;
}

/** Null at the end of an archive. Throws for anything else that is not a header. */
export function readHeader(header: Buffer): { name: string; size: number } | null {
  if (header.every((byte) => byte === 0)) return null;
  const text = (from: number, to: number) =>
    header.subarray(from, to).toString('utf8').replace(/\0.*$/s, '');
  const sum = parseInt(text(148, 156), 8);
  const blank = Buffer.from(header);
  blank.fill(' ', 148, 156);
  if (sum !== sumOf(blank)) throw new Error('a header is damaged');
  const prefix = text(345, 500);
  const name = text(0, 100);
  return { name: prefix ? `${prefix}/${name}` : name, size: parseInt(text(124, 136), 8) };
}

const sumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0);

// A name longer than 100 bytes is split at a slash.
function splitName(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const rest = name.slice(at + 1);
    if (Buffer.byteLength(rest) <= 100 && at <= 155) return [name.slice(0, at), rest];
  }
  throw new Error(`The name ${name} is too long for an archive`);
}
