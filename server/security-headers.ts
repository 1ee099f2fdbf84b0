import type { MiddlewareHandler } from 'hono';
import {
  documentPolicies,
  mailbox,
  nothing,
  partOfPage,
  storedFile,
  type Embeds,
} from './content-policies.ts';

export type HeaderSettings = Embeds & { publicUrl: string };
type Headers = Readonly<Record<string, string>>;

const programPaths = [
  '/rest/',
  '/auth/',
  '/functions/',
  '/live/',
  '/payments-sandbox/',
  '/healthz',
  '/livez',
  '/readyz',
];
const publicFiles = ['/storage/v1/object/public/', '/storage/v1/render/image/public/'];
const unused =
  'accelerometer browsing-topics camera display-capture geolocation gyroscope hid idle-detection ' +
  'magnetometer microphone midi screen-wake-lock serial usb xr-spatial-tracking';

const features = (payment: string) =>
  [...unused.split(' ').map((name) => `${name}=()`), `payment=(${payment})`].join(', ');

/**
 * Each answer has the headers that its kind needs. In a document only our own scripts run, no other site frames it,
 * and no URL is sent to other sites, because some contain a token. Answers to programs are not cached unless they say otherwise. Stripe and scheduling pages
 * are allowed on their own documents only, which the app loads separately (src/lib/own-document.ts), and a map's origins
 * on those of the people who work for the business.
 */
export function securityHeaders(settings: HeaderSettings): MiddlewareHandler {
  const headersOf = headersFor(settings);
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    // An explicitly set header is stricter.
    const type = headers.get('content-type') ?? '';
    for (const [name, value] of Object.entries(headersOf(context.req.path, type))) {
      if (!headers.has(name)) headers.set(name, value);
    }
  };
}

/** The headers of an answer, by its path and content type. */
export function headersFor(settings: HeaderSettings): (path: string, type: string) => Headers {
  const everywhere = forAll(settings);
  const policies = documentPolicies(settings);
  const withPolicy = (policy: string, more: Headers = {}): Headers => ({
    ...everywhere,
    'content-security-policy': policy,
    ...more,
  });
  const usual = withPolicy(policies.usual);
  const embedding = new Map<string, Headers | null>([
    ['/checkout', policies.checkout === null ? null : withPolicy(policies.checkout, forStripe)],
    ['/schedule', policies.schedule === null ? null : withPolicy(policies.schedule, forEmbedding)],
  ]);
  const owners = policies.owners === null ? usual : withPolicy(policies.owners);
  const program = withPolicy(nothing, keptByNobody);
  const privateFile = withPolicy(storedFile, keptByNobody);
  const publicFile = withPolicy(storedFile, { 'cross-origin-resource-policy': 'cross-origin' });
  const mail = withPolicy(mailbox);
  const part: Headers = { ...forEveryAnswer(settings), 'content-security-policy': partOfPage };
  const mapWorker: Headers = {
    ...forEveryAnswer(settings),
    'content-security-policy': policies.mapWorker,
  };
  const drawing: Headers = { ...forEveryAnswer(settings), 'content-security-policy': storedFile };

  return (path, type) => {
    if (programPaths.some((endpoint) => path.startsWith(endpoint))) return program;
    if (path.startsWith('/storage/')) {
      return publicFiles.some((folder) => path.startsWith(folder)) ? publicFile : privateFile;
    }
    if (/^\/mailbox(?:\/|$)/.test(path)) return mail;
    if (mapWorkerFile.test(path)) return mapWorker;
    if (isPartOfPage(path, type)) return part;
    // Opened by itself a drawing is a document, which runs and loads nothing.
    if (path.startsWith('/assets/') && type.startsWith('image/svg')) return drawing;
    // As the app's router matches paths: in any case, with or without a trailing slash.
    if (ownersDocument.test(path)) return owners;
    return embedding.get(path.toLowerCase().replace(/\/+$/, '')) ?? usual;
  };
}

// Both are one shell (server/pages/page-routes.ts).
const ownersDocument = /^\/(?:admin|crew)(?:\/|$)/i;
const mapWorkerFile = /^\/assets\/maplibre-gl-worker-[^/]*$/;

/**
 * Whether an answer can only be a part of a page, so that policies of documents mean nothing on it. An SVG can be a
 * document, and a script outside the folder of the build a worker, as the map's one inside it is.
 */
const isPartOfPage = (path: string, type: string) =>
  /^(?:text\/css|font\/|image\/(?!svg))/.test(type) ||
  (type.startsWith('text/javascript') && path.startsWith('/assets/'));

// Answers to programs may be personal: no cache stores them, the browser's neither.
const keptByNobody: Headers = { 'cache-control': 'no-store' };

// An embedded page receives our origin only.
const forEmbedding: Headers = { 'referrer-policy': 'strict-origin' };

const forStripe: Headers = {
  ...forEmbedding,
  'permissions-policy': features('self "https://js.stripe.com"'),
};

const forEveryAnswer = ({ publicUrl }: HeaderSettings): Headers => ({
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // A year, and only for this host: the owner's other hosts are not ours to decide about.
  ...(publicUrl.startsWith('https://') && { 'strict-transport-security': 'max-age=31536000' }),
});

function forAll(settings: HeaderSettings): Headers {
  const embeds = settings.stripe || Object.keys(settings.schedulingPages).length > 0;
  return {
    ...forEveryAnswer(settings),
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': features(''),
    // A payment's challenge and a scheduling page may open a window. The same for all documents: between two that
    // differ in this, a browser loses the navigation state.
    'cross-origin-opener-policy': embeds ? 'same-origin-allow-popups' : 'same-origin',
    'x-permitted-cross-domain-policies': 'none',
    'origin-agent-cluster': '?1',
  };
}
