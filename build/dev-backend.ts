import type { Plugin, ProxyOptions } from 'vite';

const endpoints = ['/rest/v1', '/auth/v1', '/storage/v1', '/functions/v1', '/live/v1'];
const ownPages = [
  '/payments-sandbox',
  '/mailbox',
  '/healthz',
  '/livez',
  '/readyz',
  '/sitemap.xml',
  '/robots.txt',
];

/** In development Vite serves the app, and the server at DEV_BACKEND everything else. */
export function devBackend(): Plugin {
  const backend = process.env['DEV_BACKEND'] ?? 'http://127.0.0.1:3001';
  // The server opens its mailbox to requests for its own address.
  const toBackend: ProxyOptions = { target: backend, changeOrigin: true };
  return {
    name: 'dev-backend',
    apply: 'serve',
    config: () => ({
      server: {
        proxy: Object.fromEntries([...endpoints, ...ownPages].map((path) => [path, toBackend])),
      },
    }),
    transformIndexHtml: async (html) =>
      html.replace('<!--app-config-->', await configOf(`${backend}/admin`)),
  };
}

/** The element with the server's settings, as in each page of the server. */
async function configOf(page: string): Promise<string> {
  const html = await fetch(page).then(
    (answer) => answer.text(),
    () => '',
  );
  const [element] = /<script[^>]*id="app-config"[^>]*>[^<]*<\/script>/.exec(html) ?? [];
  return element ?? '<!-- The server is starting: reload the page in a moment. -->';
}
