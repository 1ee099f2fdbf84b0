import { createHash } from 'node:crypto';

/** The external sources of a document; each applies only where it is used. */
export type Embeds = {
  /** Whether a payment provider's own fields take the card. */
  paymentFields: boolean;
  schedulingPages: Record<string, string>;
  /** The origin of a backend elsewhere; omitted when it is the page's own. */
  backend?: string;
  /** Map tiles on the owner's route; null or omitted for none. */
  map?: MapSettings | null;
};

export type MapSettings = {
  /** The address of a MapLibre style. It may contain a key, which every browser with the owner's page can read. */
  styleUrl: string;
  /** Where the style and all that it names are loaded from. */
  origins: readonly string[];
};

type Directives = Record<string, readonly string[]>;

const written = (directives: Directives) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

/** Forbidden everywhere. The last two do not follow from `default-src`. */
const forbidden = {
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
} as const satisfies Directives;

/** Parts of a page, whose own policy rules them: only what holds for every answer. */
export const partOfPage = written({ 'frame-ancestors': forbidden['frame-ancestors'] });

/** Answers for programs: inert when shown as a page. */
export const nothing = written({
  'default-src': ["'none'"],
  'form-action': ["'none'"],
  ...forbidden,
});

/** Uploads run nothing and load nothing. */
export const storedFile = written({ 'default-src': ["'none'"], sandbox: [], ...forbidden });

/** Sent emails, in frames without scripts and forms: their styles are in attributes. */
export const mailbox = written({
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'form-action': ["'self'"],
  ...forbidden,
});

const ownPage = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // Attributes only: email previews and prerendered pages have them.
  'style-src-attr': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  ...forbidden,
} as const satisfies Directives;

/** A page that loads its data and photos from this backend. */
const pageOf = (backend: string | undefined): Directives =>
  backend === undefined
    ? ownPage
    : {
        ...ownPage,
        'img-src': [...ownPage['img-src'], backend],
        'connect-src': [...ownPage['connect-src'], backend],
      };

/** The policy of a page with exactly this inline script, which it allows by hash. */
export const policyWithScript = (script: string, backend?: string) =>
  written({
    ...pageOf(backend),
    'script-src': ["'self'", `'sha256-${createHash('sha256').update(script).digest('base64')}'`],
  });

/** Where the payment provider's script, frames and calls come from. */
export const paymentOrigins = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
} as const;

const withPaymentFields = (page: Directives): Directives => ({
  ...page,
  'script-src': ["'self'", ...paymentOrigins.script],
  'connect-src': [...(page['connect-src'] ?? []), ...paymentOrigins.connect],
  'frame-src': paymentOrigins.frame,
});

const withMap = (page: Directives, { origins }: MapSettings): Directives => ({
  ...page,
  'img-src': [...(page['img-src'] ?? []), ...origins],
  'connect-src': [...(page['connect-src'] ?? []), ...origins],
});

/** A worker has the policy of its own file. The map's one loads tiles and nothing else. */
const ofMapWorker = (map: MapSettings | null | undefined) =>
  map ? written({ 'default-src': ["'none'"], 'connect-src': map.origins, ...forbidden }) : nothing;

/** The policies of the app's documents, of the two that embed others and of the owner's, which may show a map. */
export function documentPolicies({ paymentFields, schedulingPages, backend, map }: Embeds) {
  const page = pageOf(backend);
  const pages = [...new Set(Object.values(schedulingPages).flatMap(embeddedOrigins))];
  return {
    usual: written(page),
    checkout: paymentFields ? written(withPaymentFields(page)) : null,
    schedule: pages.length > 0 ? written({ ...page, 'frame-src': pages }) : null,
    owners: map ? written(withMap(page, map)) : null,
    mapWorker: ofMapWorker(map),
  };
}

// Cal.com's pages are embedded from another host than they are linked from.
function embeddedOrigins(page: string): string[] {
  const { origin, hostname } = new URL(page);
  return hostname === 'cal.com' ? [origin, 'https://app.cal.com'] : [origin];
}
