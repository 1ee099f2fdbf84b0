import type { Encoding, KeptPage } from './kept-page.ts';

/** The page in the best accepted encoding, or 304 if the browser has it. */
export function pageAnswer(
  request: Request,
  page: KeptPage,
  { status, policy }: { status: 200 | 404; policy: string },
): Response {
  const encoding = encodingFor(request.headers.get('accept-encoding') ?? '');
  const tag = `"${page.version}-${encoding}"`;
  const headers: Record<string, string> = {
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    etag: tag,
    vary: 'accept-encoding',
  };
  if (status === 200 && hasIt(request, tag)) return new Response(null, { status: 304, headers });
  headers['content-type'] = 'text/html; charset=UTF-8';
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  if (status === 404) headers['x-robots-tag'] = 'noindex';
  const body = page.bodies[encoding];
  headers['content-length'] = String(body.byteLength);
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

function hasIt(request: Request, tag: string): boolean {
  const known = request.headers.get('if-none-match') ?? '';
  return known
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === tag || one === '*');
}

/** The accepted encodings of a header; a weight of zero is a refusal. */
function encodingFor(accepted: string): Encoding {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*q=/))
    .filter(([, weight]) => weight === undefined || Number(weight) > 0)
    .map(([name]) => name);
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity';
}
