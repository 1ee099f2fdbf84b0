type ServedFile = {
  name: string;
  eTag: string;
  cacheControl: string;
  lastModified: Date;
};

/** A WebP file: 304 without reading it if the client has it; a part for a range; otherwise all of it. */
export async function respondWithFile(
  request: Request,
  file: ServedFile,
  read: () => Promise<Buffer>,
): Promise<Response> {
  const headers = headersOf(request, file);
  if (hasIt(request, file)) return new Response(null, { status: 304, headers });
  const bytes = await read();
  const range = rangeOf(request, bytes, file.eTag);
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${bytes.length}`);
    return new Response(null, { status: 416, headers });
  }
  const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
  headers.set('content-length', String(part.length));
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`);
  const body = request.method === 'HEAD' ? null : new Uint8Array(part);
  return new Response(body, { status: range ? 206 : 200, headers });
}

function headersOf(request: Request, { name, eTag, cacheControl, lastModified }: ServedFile) {
  const headers = new Headers({
    'content-type': 'image/webp',
    'cache-control': cacheControl.startsWith('no-') ? cacheControl : `public, ${cacheControl}`,
    etag: eTag,
    'last-modified': lastModified.toUTCString(),
    'accept-ranges': 'bytes',
  });
  const download = new URL(request.url).searchParams.get('download');
  if (download !== null) {
    const fileName = download || (name.split('/').at(-1) ?? 'photo');
    const encoded = encodeURIComponent(fileName).replace(/['()*]/g, percentEncoded);
    headers.set('content-disposition', `attachment; filename*=UTF-8''${encoded}`);
  }
  return headers;
}

const percentEncoded = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

function hasIt(request: Request, { eTag, lastModified }: ServedFile): boolean {
  const known = request.headers.get('if-none-match');
  if (known !== null) {
    const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes(eTag) || tags.includes('*');
  }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}

type Range = { start: number; end: number };

/** One range of bytes; several, or one of another version, get the whole file. */
function rangeOf(request: Request, bytes: Buffer, eTag: string): Range | 'unsatisfiable' | null {
  const ifRange = request.headers.get('if-range');
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '');
  if (!match || (ifRange !== null && ifRange !== eTag)) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  const last = bytes.length - 1;
  const start = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(Number(to), last);
  return start > end || (from === '' && to === '0') ? 'unsatisfiable' : { start, end };
}
