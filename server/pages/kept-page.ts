import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A page in memory, compressed once for all visitors. */
export type KeptPage = { version: string; bodies: Record<Encoding, Uint8Array<ArrayBuffer>> };

/** Compressed off the main thread. */
export async function keepPage(html: string): Promise<KeptPage> {
  const plain = Buffer.from(html);
  const [br, zipped] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    zip(plain, { level: 9 }),
  ]);
  return { version: versionOf(html), bodies: { br, gzip: zipped, identity: plain } };
}

export const versionOf = (html: string): string =>
  createHash('sha256').update(html).digest('base64url').slice(0, 22);
