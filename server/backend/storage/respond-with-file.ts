type ServedFile = {
  eTag: string;
  cacheControl: string;
  lastModified: Date;
};

/** A WebP file: 304 without reading it if the client has it. */
export async function respondWithFile(
  request: Request,
  file: ServedFile,
  read: () => Promise<Buffer>,
): Promise<Response> {
  const headers = headersOf(file);
  if (hasIt(request, file)) return new Response(null, { status: 304, headers });
  const bytes = await read();
  headers.set('content-length', String(bytes.length));
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
}

const headersOf = ({ eTag, cacheControl, lastModified }: ServedFile) =>
  new Headers({
    'content-type': 'image/webp',
    'cache-control': cacheControl.startsWith('no-') ? cacheControl : `public, ${cacheControl}`,
    etag: eTag,
    'last-modified': lastModified.toUTCString(),
  });

function hasIt(request: Request, { eTag, lastModified }: ServedFile): boolean {
  const known = request.headers.get('if-none-match');
  if (known !== null) {
    const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes(eTag) || tags.includes('*');
  }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}
