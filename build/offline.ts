import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minifySync, type Plugin } from 'vite';
import { phoneHref } from '../domain/business/facts.ts';
import { defaultBusiness } from '../domain/business/default-business.ts';

const read = (file: string) => readFileSync(new URL(`../offline/${file}`, import.meta.url), 'utf8');

/** In the page itself: it is smaller than the headers of a request. What an attribute may contain stays as it is. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  readFileSync(new URL('../public/favicon.svg', import.meta.url), 'utf8')
    .trim()
    .replaceAll('"', "'"),
).replace(/%(20|2F|3A|3D)/g, decodeURIComponent)}`;

/** The head of a page of the installable app. */
export const installable: Plugin = {
  name: 'installable',
  apply: 'build',
  transformIndexHtml: (html) => ({
    html: html.replace('/favicon.svg', icon),
    tags: [
      { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
    ],
  }),
};

/** The files of the installable app and its offline page, in the look of this build. */
export const offlinePage: Plugin = {
  name: 'offline-page',
  apply: 'build',
  generateBundle(_options, bundle) {
    const named = (name: RegExp) => Object.keys(bundle).find((file) => name.test(file));
    const [style, font] = [named(/index-[^/]+\.css$/), named(/archivo-latin/)];
    if (!style || !font) this.error('The offline page has no style or no font');
    const files = Object.entries(offlineFiles(`/${style}`, `/${font}`));
    for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    this.emitFile({
      type: 'asset',
      fileName: 'manifest.webmanifest',
      source: JSON.stringify(webManifest, null, 2),
    });
  },
};

/** `style` and `font` are the app's own, which the browser has when it keeps the page. */
function offlineFiles(style: string, font: string): Record<string, string> {
  const { facts } = defaultBusiness;
  const { name, phone } = facts;
  const page = {
    'offline.html': filled(read('page.html').replace(/\n\s+/g, '\n'), {
      name,
      phone,
      phoneHref: phoneHref(facts),
      icon,
      style,
    }),
    'offline.js': minifySync('page.js', read('page.js')).code,
  };
  const worker = read('worker.js');
  const kept = [...Object.keys(page).map((file) => `/${file}`), style, font];
  const version = createHash('sha256')
    .update(worker)
    .update(JSON.stringify([page, kept]));
  return {
    ...page,
    'service-worker.js': filled(worker, {
      version: version.digest('hex').slice(0, 12),
      files: kept.join("', '"),
    }),
  };
}

function filled(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce(
    (done, [name, value]) => done.replaceAll(`{{${name}}}`, value),
    text,
  );
}

const webManifest = {
  name: defaultBusiness.facts.name,
  short_name: defaultBusiness.facts.name.split(' ')[0],
  description: defaultBusiness.facts.description,
  lang: 'en-CA',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f4f1e9',
  theme_color: '#06120e',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};
