import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Log } from '../supabase/functions/_shared/http/deps.ts';
import type { Keys } from './backend/keys.ts';
import type { Config, PaymentKeys } from './config.ts';
import type { MapSettings } from './content-policies.ts';
import { mailboxReaders } from './mail/mail-place.ts';
import { canSendTexts } from './sms/sms-place.ts';
import { installedFiles, isInstalledFile, withFacts } from './pages/installed-files.ts';
import { assetLinks } from './pages/page-assets.ts';
import { plainPages, prerenderedPages, type Pages } from './pages/page-routes.ts';
import { pageTemplate } from './pages/page-template.ts';
import type { Prerender } from './pages/prerender.ts';

/** The page's settings about this host; public, part of its source. */
export type PageConfig = {
  anonKey: string;
  /** Origin of a backend elsewhere; omitted when it is the page's own. */
  backendUrl?: string;
  payments: 'sandbox' | PaymentKeys['provider'];
  paymentsPublishableKey: string;
  schedulingPages: Record<string, string>;
  mailbox: boolean;
  /** What sends text messages to customers; omitted when only a backend elsewhere knows. */
  texts?: 'service' | 'sandbox' | 'none';
  /** Whether /live/v1 sends live updates. */
  live: boolean;
};

/** The settings of the documents of the owner and the crews. */
export type OwnersConfig = PageConfig & { mapStyleUrl?: string };

export const ownersConfigOf = (config: PageConfig, map: MapSettings | null): OwnersConfig =>
  map ? { ...config, mapStyleUrl: map.styleUrl } : config;

export const pageConfigOf = (config: Config, { anonKey }: Keys): PageConfig => ({
  anonKey,
  payments: config.payments?.provider ?? 'sandbox',
  paymentsPublishableKey: config.payments?.publishableKey ?? '',
  schedulingPages: config.schedulingPages,
  mailbox: mailboxReaders(config) !== null,
  texts: config.sms ? 'service' : canSendTexts(config) ? 'sandbox' : 'none',
  live: true,
});

type SiteOptions = {
  folder: string;
  /** Has `assets` of earlier versions, for pages that were loaded from them. */
  keptFolder: string;
  pageConfig: PageConfig;
  map: MapSettings | null;
  publicUrl: string;
  /** Null if only the browser renders. */
  prerender: Prerender | null;
  /** How pages load their data. */
  ask: typeof fetch;
  log: Log;
};

/** The built browser app: its files, and its screens for all other paths. */
export function openSite(site: SiteOptions): Pages {
  const { folder, keptFolder, pageConfig, map, prerender, ...options } = site;
  const templateOf = (file: string, config: PageConfig) =>
    pageTemplate(readFileSync(join(folder, file), 'utf8'), config);
  const template = templateOf('index.html', pageConfig);
  const pages = prerender
    ? prerenderedPages({
        ...options,
        template,
        ownersShell: templateOf('owner.html', ownersConfigOf(pageConfig, map)).shell,
        prerender,
        links: assetLinks(folder),
      })
    : plainPages(template);
  const routes = namedFiles(folder, pages.business);
  routes.route('/', files(folder, keptFolder));
  routes.route('/', pages.routes);
  return { ...pages, routes };
}

/** The installed app's files with the published name. Until it is known, they are as they were built. */
function namedFiles(folder: string, business: Pages['business']): Hono {
  const routes = new Hono();
  for (const [path, type] of Object.entries(installedFiles)) {
    routes.get(path, async (context, next) => {
      const file = join(folder, path);
      const known = business();
      if (!known || !isInstalledFile(path) || !existsSync(file)) return next();
      const text = withFacts(path, readFileSync(file, 'utf8'), known.facts);
      return context.body(text, 200, { 'content-type': type, 'cache-control': 'no-cache' });
    });
  }
  return routes;
}

const templates = ['/index.html', '/owner.html'];

/** Files with a hash in their name never change and are cached for a year; the others are revalidated. */
function files(folder: string, keptFolder: string): Hono {
  const routes = new Hono();
  routes.use('/assets/*', async (context, next) => {
    await next();
    if (context.res.ok) context.header('cache-control', 'public, max-age=31536000, immutable');
  });
  mkdirSync(keptFolder, { recursive: true });
  for (const root of [folder, keptFolder]) {
    routes.use('/assets/*', serveStatic({ root, precompressed: true }));
  }
  routes.get('/assets/*', (context) => context.text('Not found', 404));
  routes.get('*', async (context, next) => {
    const { pathname } = new URL(context.req.url);
    const isFile = /\.[a-z0-9]+$/i.test(pathname) && existsSync(join(folder, pathname));
    if (!isFile || templates.includes(pathname)) return next();
    return serveStatic({ root: folder, precompressed: true })(context, next);
  });
  return routes;
}
