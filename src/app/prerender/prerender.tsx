// The build for Node follows every promise of the process from its first page on, which costs each request of the
// host a part of its time. What it follows them for, hints from within a late answer, the pages do not give.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static.browser';
import { appConfig, type AppConfig } from '@/config/env.ts';
import {
  type PageName,
  documentTitle,
  pageDescriptions,
  pageTitleOf,
} from '@/config/page-heads.ts';
import { paths } from '@/config/paths.ts';
import { RatingOfPage } from '@/entities/review/rating.ts';
import { BusinessOfPage } from '@/lib/business.ts';
import { LocationProvider } from '@/lib/location.tsx';
import type { Rating } from '@contracts/review.ts';
import { lowestPriceCents } from '@domain/booking/catalogue.ts';
import type { BusinessFacts, Business } from '@domain/business/business.ts';
import { phoneHref } from '@domain/business/facts.ts';
import { AppRoutes } from '../app-routes.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import type { PublicPath } from '../screen-list.ts';
import { noFacts, type PageFacts } from './page-facts.ts';
import { sharePicture } from './share-picture.ts';
import { structuredData } from './structured-data.ts';

export { arrivalScript } from './arrival-script.ts';
export { addressOf, privateScreens } from '../screen-list.ts';
export { factsOf } from './page-facts.ts';
export { publicPages } from './public-pages.ts';

/** Settings that the browser finds in the page, for what is rendered before it. */
export function configure(config: Partial<AppConfig>): void {
  Object.assign(appConfig, config);
}

export type RenderedPage = {
  /** Elements of the page's head. */
  head: string;
  /** Elements for what is to be loaded at once. */
  links: string;
  /** Precedes the app, for browsers without scripts. */
  noScript: string;
  /** What the app takes over. */
  app: string;
};

const names: Record<PublicPath, PageName> = {
  [paths.home]: 'home',
  [paths.gallery]: 'gallery',
  [paths.reviews]: 'reviews',
  [paths.contact]: 'contact',
  [paths.login]: 'login',
  [paths.privacy]: 'privacy',
  [paths.terms]: 'terms',
  [paths.cancellation]: 'cancellation',
};

/**
 * A public page as HTML, as everybody sees it who is not signed in; null stands for an address that has no page.
 * Without facts it says, as the app does, that they are on their way. Throws when a part of it cannot be rendered.
 */
export async function renderPage(
  path: PublicPath | null,
  known: PageFacts | null,
  publicUrl: string,
): Promise<RenderedPage> {
  const facts = known ?? noFacts;
  const html = await appAt(path ?? '/no-page-here', facts);
  const links = /^(?:<link rel="preload"[^>]*>)*/.exec(html)?.[0] ?? '';
  const page = path ? { name: names[path], path } : { name: 'notFound' as const, path: null };
  return {
    head: headOf(page, facts, publicUrl),
    links,
    noScript: noScriptNotice(facts.business.facts),
    app: html.slice(links.length),
  };
}

async function appAt(path: string, facts: PageFacts): Promise<string> {
  const client = new QueryClient();
  for (const [key, data] of facts.queries) client.setQueryData(key, data);
  let failure: unknown = null;
  const { prelude } = await prerender(
    <LocationProvider path={path}>
      <BusinessOfPage value={facts.business}>
        <QueryClientProvider client={client}>
          <RatingOfPage value={facts.rating}>
            <ErrorBoundary>
              <AppRoutes />
            </ErrorBoundary>
          </RatingOfPage>
        </QueryClientProvider>
      </BusinessOfPage>
    </LocationProvider>,
    {
      // In one piece: parts that are put in place later would need a script within the page.
      progressiveChunkSize: Infinity,
      onError: (error) => {
        failure ??= error;
      },
    },
  );
  const html = await new Response(prelude).text();
  client.clear();
  if (failure) throw failure as Error;
  return html;
}

/** The notice for browsers without scripts: what works here, and how to book. */
const noScriptNotice = (facts: BusinessFacts) =>
  renderToStaticMarkup(
    <noscript>
      <p className="no-script">
        To book, sign in or send a message here, please turn on JavaScript. You can also call{' '}
        <a href={phoneHref(facts)}>{facts.phone}</a> or email{' '}
        <a href={`mailto:${facts.bookingEmail}`}>{facts.bookingEmail}</a>, and we’ll book for you.
      </p>
    </noscript>,
  );

/** A page's metadata for search engines and link previews. `path` is null for a missing page. */
function headOf(
  { name, path }: { name: PageName; path: PublicPath | null },
  { business, rating }: { business: Business; rating: Rating | null },
  publicUrl: string,
): string {
  const { facts } = business;
  const title = documentTitle(pageTitleOf(name, facts), facts);
  const description = pageDescriptions(facts, lowestPriceCents(business))[name];
  const basics = [`<title>${escape(title)}</title>`, meta('name', 'description', description)];
  if (path === null) return [...basics, meta('name', 'robots', 'noindex')].join('');
  const url = publicUrl + path;
  return [
    ...basics,
    `<link rel="canonical" href="${escape(url)}">`,
    ...shared({ title, description, url, publicUrl, siteName: facts.name }),
    ...(path === paths.home ? [dataBlock(structuredData(business, publicUrl, rating))] : []),
  ].join('');
}

type Shared = {
  title: string;
  description: string;
  url: string;
  publicUrl: string;
  siteName: string;
};

function shared({ title, description, url, publicUrl, siteName }: Shared): string[] {
  const graph: Record<string, string> = {
    type: 'website',
    site_name: siteName,
    locale: 'en_CA',
    title,
    description,
    url,
    image: publicUrl + sharePicture.path,
    'image:type': 'image/jpeg',
    'image:width': String(sharePicture.width),
    'image:height': String(sharePicture.height),
    'image:alt': `A car in a studio, with the name ${siteName}`,
  };
  return [
    ...Object.entries(graph).map(([key, value]) => meta('property', `og:${key}`, value)),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escape(content)}">`;

/** Data is no script, but it ends where one ends: so nothing in it may look like markup. */
const dataBlock = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
