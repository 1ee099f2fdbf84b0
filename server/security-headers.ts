import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import {
  documentPolicies,
  mailbox,
  nothing,
  partOfPage,
  paymentOrigins,
  storedFile,
  type Embeds,
} from './content-policies.ts';

export type HeaderSettings = Embeds & { publicUrl: string };
type Options = NonNullable<Parameters<typeof secureHeaders>[0]>;

/**
 * Each answer has the headers that its kind needs. In a document only our own scripts run, no other site frames it,
 * and no URL is sent to other sites, because some contain a token. Answers to programs are not cached unless they say otherwise. The payment provider and scheduling pages
 * are allowed on their own documents only, which the app loads separately (src/lib/own-document.ts), and a map's origins
 * on those of the people who work for the business.
 */
export function securityHeaders(settings: HeaderSettings): MiddlewareHandler {
  const kindOf = kindsFor(settings);
  return async (context, next) => {
    await next();
    const type = context.res.headers.get('content-type') ?? '';
    await kindOf(context.req.path, type)(context, () => Promise.resolve());
  };
}

/** The headers of an answer, by its path and content type, for a host that serves the site as files. */
export const headersFor = (settings: HeaderSettings) => async (path: string, type: string) => {
  const answer = new Response(null, { headers: { 'content-type': type } });
  const site = new Hono().use(securityHeaders(settings)).get('*', () => answer);
  const { headers } = await site.request(path);
  headers.delete('content-type');
  return Object.fromEntries(headers);
};

/** A policy is text of its own, because some documents have it in themselves. A set header is stricter, and stays. */
function kind(policy: string, options: Options, isPrivate = false): MiddlewareHandler {
  const others = secureHeaders({ ...options, overwrite: false });
  return async (context, next) => {
    setIfMissing(context, 'content-security-policy', policy);
    // Answers to programs may be personal: no cache stores them, the browser's neither.
    if (isPrivate) setIfMissing(context, 'cache-control', 'no-store');
    await others(context, next);
  };
}

function setIfMissing({ res }: Context, name: string, value: string) {
  if (!res.headers.has(name)) res.headers.set(name, value);
}

function kindsFor(settings: HeaderSettings): (path: string, type: string) => MiddlewareHandler {
  const every = forEveryAnswer(settings);
  const documents = forDocuments(settings, every);
  // An embedded page receives our origin only.
  const embedding = { ...documents, referrerPolicy: 'strict-origin' };
  const forPaymentFields = {
    ...embedding,
    permissionsPolicy: features('self', paymentOrigins.script[0]),
  };
  const policies = documentPolicies(settings);
  const usual = kind(policies.usual, documents);
  const byPath = new Map([
    ['/checkout', policies.checkout === null ? usual : kind(policies.checkout, forPaymentFields)],
    ['/schedule', policies.schedule === null ? usual : kind(policies.schedule, embedding)],
  ]);
  const owners = kind(policies.owners ?? policies.usual, documents);
  const program = kind(nothing, documents, true);
  const privateFile = kind(storedFile, documents, true);
  const publicFile = kind(storedFile, { ...documents, crossOriginResourcePolicy: 'cross-origin' });
  const mail = kind(mailbox, documents);
  const part = kind(partOfPage, every);
  const mapWorker = kind(policies.mapWorker, every);
  const drawing = kind(storedFile, every);

  return (path, type) => {
    if (programPath.test(path)) return program;
    if (publicPath.test(path)) return publicFile;
    if (path.startsWith('/storage/')) return privateFile;
    if (/^\/mailbox(?:\/|$)/.test(path)) return mail;
    if (mapWorkerFile.test(path)) return mapWorker;
    if (isPartOfPage(path, type)) return part;
    // Opened by itself a drawing is a document, which runs and loads nothing.
    if (path.startsWith('/assets/') && type.startsWith('image/svg')) return drawing;
    // As the app's router matches paths: in any case, with or without a trailing slash.
    if (ownersDocument.test(path)) return owners;
    return byPath.get(path.toLowerCase().replace(/\/+$/, '')) ?? usual;
  };
}

const programPath = /^\/(?:(?:rest|auth|functions|live|payments-sandbox)\/|healthz|livez|readyz)/;
const publicPath = /^\/storage\/v1\/(?:object|render\/image)\/public\//;
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

const each = <Value>(names: string, value: Value) =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]));

const unused =
  'accelerometer browsingTopics camera displayCapture geolocation gyroscope hid idleDetection ' +
  'magnetometer microphone midi screenWakeLock serial usb xrSpatialTracking';

const features = (...payment: string[]) => ({ ...each<string[]>(unused, []), payment });

const forEveryAnswer = ({ publicUrl }: HeaderSettings): Options => ({
  // A year, and only for this host: the owner's other hosts are not ours to decide about.
  strictTransportSecurity: publicUrl.startsWith('https://') && 'max-age=31536000',
  ...each(
    'crossOriginOpenerPolicy originAgentCluster referrerPolicy xDnsPrefetchControl ' +
      'xDownloadOptions xFrameOptions xPermittedCrossDomainPolicies xXssProtection',
    false,
  ),
});

function forDocuments(settings: HeaderSettings, every: Options): Options {
  const embeds = settings.paymentFields || Object.keys(settings.schedulingPages).length > 0;
  return {
    ...every,
    xFrameOptions: 'DENY',
    referrerPolicy: 'same-origin',
    permissionsPolicy: features(),
    // A payment's challenge and a scheduling page may open a window. The same for all documents: between two that
    // differ in this, a browser loses the navigation state.
    crossOriginOpenerPolicy: embeds ? 'same-origin-allow-popups' : 'same-origin',
    xPermittedCrossDomainPolicies: true,
    originAgentCluster: true,
  };
}
