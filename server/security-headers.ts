import type { MiddlewareHandler } from 'hono';
import { documentPolicies, mailbox, nothing, storedFile, type Embeds } from './content-policies.ts';

type HeaderSettings = Embeds & { publicUrl: string };
type Headers = Readonly<Record<string, string>>;

const programPaths = [
  '/rest/',
  '/auth/',
  '/functions/',
  '/live/',
  '/payments-sandbox/',
  '/healthz',
];
const publicFiles = ['/storage/v1/object/public/', '/storage/v1/render/image/public/'];
const unused =
  'accelerometer browsing-topics camera display-capture geolocation gyroscope hid idle-detection ' +
  'magnetometer microphone midi screen-wake-lock serial usb xr-spatial-tracking';

const features = (payment: string) =>
  [...unused.split(' ').map((name) => `${name}=()`), `payment=(${payment})`].join(', ');

/**
 * Headers of every answer: only our own scripts run, nobody frames us, and no address is told to others, for
 * some hold a token. Answers to programs are kept by no cache, unless they say otherwise. What Stripe or a scheduling page needs is allowed on their documents alone, and the app
 * opens those as documents of their own (src/lib/own-document.ts).
 */
export function securityHeaders(settings: HeaderSettings): MiddlewareHandler {
  const headersOf = choose(settings);
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    // What was set on purpose is stricter.
    for (const [name, value] of Object.entries(headersOf(context.req.path))) {
      if (!headers.has(name)) headers.set(name, value);
    }
  };
}

function choose(settings: HeaderSettings): (path: string) => Headers {
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
  const program = withPolicy(nothing, keptByNobody);
  const privateFile = withPolicy(storedFile, keptByNobody);
  const publicFile = withPolicy(storedFile, { 'cross-origin-resource-policy': 'cross-origin' });
  const mail = withPolicy(mailbox);

  return (path) => {
    if (programPaths.some((endpoint) => path.startsWith(endpoint))) return program;
    if (path.startsWith('/storage/')) {
      return publicFiles.some((folder) => path.startsWith(folder)) ? publicFile : privateFile;
    }
    if (/^\/mailbox(?:\/|$)/.test(path)) return mail;
    // As the app's router reads addresses: in either case, with a slash at the end or without.
    return embedding.get(path.toLowerCase().replace(/\/+$/, '')) ?? usual;
  };
}

// What programs are answered is about somebody, or may be: no cache keeps it, a browser's own neither.
const keptByNobody: Headers = { 'cache-control': 'no-store' };

// An embedded page hears which site it stands on, and nothing more.
const forEmbedding: Headers = { 'referrer-policy': 'strict-origin' };

const forStripe: Headers = {
  ...forEmbedding,
  'permissions-policy': features('self "https://js.stripe.com"'),
};

function forAll({ publicUrl, stripe, schedulingPages }: HeaderSettings): Headers {
  const embeds = stripe || Object.keys(schedulingPages).length > 0;
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': features(''),
    // A payment's challenge and a scheduling page may open a window of their own. The same for all documents:
    // between two that differ in this, a browser loses what the app handed over.
    'cross-origin-opener-policy': embeds ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-permitted-cross-domain-policies': 'none',
    'origin-agent-cluster': '?1',
    // A year, and only for this host: what else the owner's domain serves is not ours to promise.
    ...(publicUrl.startsWith('https://') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
