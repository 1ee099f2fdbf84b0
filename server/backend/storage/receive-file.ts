import { photoRules, photoSentences } from '../../../domain/contact/photo.ts';
import type { ByteShare } from './byte-budget.ts';
import { invalidRequest, notSupported, StorageFailure, tooLarge } from './errors.ts';

export type ReceivedFile = { bytes: Buffer; cacheControl: string };

/** The overhead of a form: names, boundaries, a few fields. */
const formOverhead = 64 * 1024;

/**
 * The file of an upload: the whole body, or the file of a form. Ends as soon as it is too large, whatever length
 * was announced. User metadata is refused: nothing reads it. Throws 413, 409 or 400.
 */
export async function receiveFile(request: Request, share: ByteShare): Promise<ReceivedFile> {
  if (request.headers.has('x-metadata')) throw withoutMetadata();
  const isForm = /^multipart\/form-data/i.test(request.headers.get('content-type') ?? '');
  const limit = photoRules.maxBytes + (isForm ? formOverhead : 0);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooBig();
  const body = await readAtMost(request, limit, share);
  const file = isForm ? await fileOfForm(request, body) : fileOfBody(request, body);
  if (file.bytes.length > photoRules.maxBytes) throw tooBig();
  if (file.bytes.length === 0) throw invalidRequest(photoSentences.empty);
  return file;
}

const withoutMetadata = () => notSupported('user metadata');

const tooBig = () => tooLarge(photoSentences.too_large);

async function readAtMost(request: Request, limit: number, share: ByteShare): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  try {
    for await (const chunk of request.body ?? []) {
      received += chunk.length;
      if (received > limit) throw tooBig();
      share.take(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof StorageFailure) throw error;
    throw invalidRequest('The upload ended early.');
  }
  return Buffer.concat(chunks);
}

function fileOfBody(request: Request, bytes: Buffer): ReceivedFile {
  return {
    bytes,
    cacheControl: cacheControlOf(request.headers.get('cache-control')),
  };
}

async function fileOfForm(request: Request, body: Buffer): Promise<ReceivedFile> {
  const form = await readForm(request, body);
  if (form.has('metadata')) throw withoutMetadata();
  const file = [...form.values()].find((value) => value instanceof File);
  if (!(file instanceof File)) throw invalidRequest('There is no file in this form.');
  return {
    bytes: Buffer.from(await file.arrayBuffer()),
    cacheControl: cacheControlOf(text(form.get('cacheControl'))),
  };
}

async function readForm(request: Request, body: Buffer): Promise<FormData> {
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  try {
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch {
    throw invalidRequest('This form could not be read.');
  }
}

const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : null);

/** Seconds, as in a form, or the header unchanged; anything else is ignored. */
function cacheControlOf(given: string | null): string {
  const seconds = /^(?:max-age=)?(\d{1,8})$/.exec(given ?? '')?.[1];
  return seconds ? `max-age=${seconds}` : 'no-cache';
}
