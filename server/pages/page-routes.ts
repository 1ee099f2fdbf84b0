import { Hono } from 'hono';
import type { Business } from '../../domain/business/business.ts';
import type { LiveTopic } from '../../domain/live-topics.ts';
import type { Log } from '../../supabase/functions/_shared/http/deps.ts';
import { policyWithScript } from '../content-policies.ts';
import { robots, sitemap } from './discovery.ts';
import { keptPages } from './kept-pages.ts';
import { pageAnswer } from './page-answer.ts';
import { withPageData, type PageTemplate } from './page-template.ts';
import type { Prerender } from './prerender.ts';

export type Pages = {
  routes: Hono;
  /** The published business; null until it is known. */
  business: () => Business | null;
  /** Renders the pages before the first visitor. */
  start: () => void;
  /** Something of these topics has changed. */
  refresh: (topics: readonly LiveTopic[]) => void;
  close: () => Promise<void>;
};

type DocumentOptions = {
  template: PageTemplate;
  publicUrl: string;
  prerender: Prerender;
  /** Elements for what a page loads after the shell, by the names of the app's files. */
  links: (files: readonly string[]) => string;
};

type PagesOptions = DocumentOptions & {
  /** The shell of the owner's screens, which load files of their own. */
  ownersShell: string;
  /** How pages load their data. */
  ask: typeof fetch;
  log: Log;
};

/**
 * Every address that is not a file: a public page from memory, the shell of a private one or of the owner's, or the
 * not-found page.
 */
export function prerenderedPages(options: PagesOptions): Pages {
  const { template, ownersShell, publicUrl, prerender } = options;
  const policy = policyWithScript(prerender.arrivalScript);
  const kept = keptPages({ ...options, htmlOf: documentOf(options) });
  const routes = new Hono();
  routes.get('/sitemap.xml', (context) => {
    context.header('content-type', 'application/xml; charset=UTF-8');
    return context.body(sitemap(publicUrl, Object.keys(prerender.publicPages)));
  });
  routes.get('/robots.txt', (context) => context.text(robots(publicUrl)));
  routes.get('*', async (context) => {
    const { pathname } = new URL(context.req.url);
    const address = prerender.addressOf(pathname);
    // The not-found page of the administration stands in its frame, which only a browser renders.
    const isLost = address.kind === 'unknown' && pathname.startsWith('/admin/');
    if (address.kind === 'private' || address.kind === 'owners' || isLost) {
      context.header('x-robots-tag', 'noindex');
      context.header('cache-control', 'no-store');
      const shell = address.kind === 'private' ? template.shell : ownersShell;
      return context.html(withPageData(shell, kept.common()?.queries), isLost ? 404 : 200);
    }
    const path = address.kind === 'public' ? address.path : null;
    const status = path === null ? 404 : 200;
    const page = await kept.page(path);
    if (page) return pageAnswer(context.req.raw, page, { status, policy });
    context.header('cache-control', 'no-cache');
    return context.html(template.plain, status);
  });
  return {
    routes,
    business: () => kept.common()?.business ?? null,
    start: kept.makeAll,
    refresh: kept.refresh,
    close: kept.close,
  };
}

/** Without prerendered pages, the browser renders every screen. */
export function plainPages(template: PageTemplate): Pages {
  const routes = new Hono();
  routes.get('*', (context) => {
    context.header('cache-control', 'no-cache');
    return context.html(template.plain);
  });
  const nothing = () => undefined;
  return {
    routes,
    business: () => null,
    start: nothing,
    refresh: nothing,
    close: () => Promise.resolve(),
  };
}

/** The shell's own assets, for an address without a page. */
const pageOfNone = { files: ['screens'], isPlain: false };

/** The whole document of a public path, or of the not-found page. */
export const documentOf =
  ({ prerender, template, links, publicUrl }: DocumentOptions) =>
  async (...[path, facts]: Parameters<Parameters<typeof keptPages>[0]['htmlOf']>) => {
    const rendered = await prerender.renderPage(path, facts, publicUrl);
    const { files, isPlain = false } = prerender.publicPages[path ?? ''] ?? pageOfNone;
    return template.filled({
      ...rendered,
      head: `${rendered.head}<script>${prerender.arrivalScript}</script>`,
      links: rendered.links + links(files),
      isPlain,
      data: facts?.queries ?? [],
    });
  };
