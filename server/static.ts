import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** What the page is told about this host; public by nature, readable in its source. */
export type PageConfig = {
  anonKey: string;
  payments: 'sandbox' | 'stripe';
  stripePublishableKey: string;
  schedulingPages: Record<string, string>;
  mailbox: boolean;
  /** Whether /live/v1 tells of changes. */
  live: boolean;
};

const placeholder = '<!--app-config-->';

/**
 * The built browser app. Files with a hash in their name never change and are kept for a year; the
 * page itself is asked for anew each time. Any other path is a screen, and the app's router knows it.
 */
export function staticRoutes({ folder, pageConfig }: { folder: string; pageConfig: PageConfig }) {
  const page = pageWith(pageConfig, readFileSync(join(folder, 'index.html'), 'utf8'));
  const routes = new Hono();

  routes.use(
    '/assets/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, context) => {
        context.header('cache-control', 'public, max-age=31536000, immutable');
      },
    }),
  );
  routes.get('/assets/*', (context) => context.text('Not found', 404));
  routes.get('*', async (context, next) => {
    const { pathname } = new URL(context.req.url);
    const isFile = /\.[a-z0-9]+$/i.test(pathname) && existsSync(join(folder, pathname));
    if (isFile && pathname !== '/index.html')
      return serveStatic({ root: folder, precompressed: true })(context, next);
    context.header('cache-control', 'no-cache');
    return context.html(page);
  });
  return routes;
}

function pageWith(config: PageConfig, html: string): string {
  if (!html.includes(placeholder)) throw new Error(`index.html has no ${placeholder}`);
  // "<" is escaped so that no value can end the element it stands in.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const element = `<script type="application/json" id="app-config">${json}</script>`;
  return html.replace(placeholder, () => element);
}
