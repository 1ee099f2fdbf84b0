// The build for Node follows every promise of the process from its first page on, which costs each request of the
// host a part of its time. What it follows them for, hints from within a late answer, the pages do not give.
import { prerender } from 'react-dom/static.browser';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BusinessOfPage } from '@/lib/business.ts';
import { LocationProvider } from '@/lib/location.tsx';
import { appConfig, type AppConfig } from '@/config/env.ts';
import type { PageName } from '@/config/page-heads.ts';
import { paths } from '@/config/paths.ts';
import { RatingOfPage } from '@/entities/review/rating.ts';
import { AppRoutes } from '../app-routes.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import type { PublicPath } from '../screen-list.ts';
import { headOf } from './head.ts';
import { noScriptNotice } from './no-script.tsx';
import { noFacts, type PageFacts } from './page-facts.ts';

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
