import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';

/** A text in every form in which it may be asked for. */
export type Precompressed = {
  plain: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
  /** Of the text, whatever its form. */
  etag: string;
};

/** Compresses once, off the main thread, what is then answered many times: a page, when it is made. */
export async function precompress(text: string): Promise<Precompressed> {
  const plain = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, br, gzip: gz, etag };
}

/**
 * Answers with the smallest form that the asker reads, or with 304 where they have it already. The
 * headers that were set on the context before stay. Nothing compresses it a second time.
 */
export function answerPrecompressed(
  context: Context,
  text: Precompressed,
  status: 200 | 404 = 200,
) {
  context.header('vary', 'Accept-Encoding', { append: true });
  context.header('etag', text.etag);
  if (status === 200 && isKnown(context.req.header('if-none-match'), text.etag)) {
    return context.body(null, 304);
  }
  const form = bestForm(context.req.header('accept-encoding'));
  if (form !== 'plain') context.header('content-encoding', form);
  context.header('content-type', 'text/html; charset=UTF-8');
  context.header('content-length', String(text[form].length));
  return context.body(text[form], status);
}

function isKnown(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((known) => known.trim() === etag) ?? false;
}

function bestForm(header: string | undefined): 'br' | 'gzip' | 'plain' {
  if (!header) return 'plain';
  const accepted = parseAccept(header);
  const weight = (form: string) =>
    (accepted.find(({ type }) => type === form) ?? accepted.find(({ type }) => type === '*'))?.q ??
    0;
  // Brotli is the smaller one: another form has to be asked for with a greater weight.
  if (weight('br') > 0 && weight('br') >= weight('gzip')) return 'br';
  return weight('gzip') > 0 ? 'gzip' : 'plain';
}
