import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { policyWithScript } from '../content-policies.ts';
import { keepSiteFiles } from '../keep-site-files.ts';
import { robots, sitemap } from '../pages/discovery.ts';
import { installedFiles, isInstalledFile, withFacts } from '../pages/installed-files.ts';
import { assetLinks } from '../pages/page-assets.ts';
import { documentOf } from '../pages/page-routes.ts';
import { pageTemplate } from '../pages/page-template.ts';
import type { Prerender } from '../pages/prerender.ts';
import { headersFor } from '../security-headers.ts';
import { ownersConfigOf, type PageConfig } from '../static.ts';
import type { StaticConfig } from './static-config.ts';
import { headersFile } from './static-headers.ts';

type Options = {
  config: StaticConfig;
  /** The built browser app. */
  clientFolder: string;
  /** Filled. Of what was there, only the assets of the last seven days' versions stay. */
  folder: string;
  prerender: Prerender;
  now?: Date;
};

const templates = ['index.html', 'owner.html'];

/**
 * Writes the site for a static host: the public pages as they are now at the backend, shells of the other screens, the
 * not-found page, and the host's files `_headers` and `_redirects`. Throws when the backend does not answer.
 */
export async function buildStaticSite(options: Options) {
  const { config, clientFolder, folder, prerender, now = new Date() } = options;
  const { publicUrl, backendUrl, schedulingPages, map } = config;
  const page = pageConfigOf(config);
  const templateOf = (file: string, told: PageConfig) =>
    pageTemplate(readFileSync(join(clientFolder, file), 'utf8'), told);
  const template = templateOf('index.html', page);
  prerender.configure({ backendUrl });
  const links = assetLinks(clientFolder);
  const document = documentOf({ template, publicUrl, prerender, links });

  const publicPaths = Object.keys(prerender.publicPages);
  const pages = new Map<string, string>();
  for (const path of publicPaths) {
    pages.set(path, await document(path, await prerender.factsOf(path, askAt(config))));
  }
  const common = await prerender.factsOf(null, askAt(config));
  const notFound = await document(null, common);

  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name !== 'assets') rmSync(join(folder, name), { recursive: true });
  }
  copyFiles(clientFolder, folder);
  await keepSiteFiles(
    {
      from: join(clientFolder, 'assets'),
      kept: join(folder, 'assets'),
      // Beside the folder, whose files are all public.
      list: `${folder}-replaced.json`,
    },
    now,
    isUncompressed,
  );
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [path, html] of pages) write(fileOf(path), html);
  for (const path of Object.keys(installedFiles)) {
    const file = join(clientFolder, path);
    if (!isInstalledFile(path) || !existsSync(file)) continue;
    write(path, withFacts(path, readFileSync(file, 'utf8'), common.business.facts));
  }
  const { visitors, owners } = prerender.privateScreens;
  const shells = [
    { screens: visitors, file: '/shell', html: template.shell },
    {
      screens: owners,
      file: '/owner-shell',
      html: templateOf('owner.html', ownersConfigOf(page, map)).shell,
    },
  ];
  for (const { screens, file, html } of shells) {
    for (const path of [file, ...screens.filter(isFixed)]) write(fileOf(path), html);
  }
  // The rule of every path must not name a policy for documents, so this one has it in itself.
  const arrivalPolicy = policyWithScript(prerender.arrivalScript, backendUrl);
  write('404.html', withPolicy(notFound, arrivalPolicy));
  write('robots.txt', robots(publicUrl));
  write('sitemap.xml', sitemap(publicUrl, publicPaths));

  const backend = backendUrl;
  const headersOf = headersFor({ publicUrl, paymentFields: true, schedulingPages, backend, map });
  const documents = { 'cache-control': 'no-cache' };
  const rules = new Map<string, Record<string, string>>();
  for (const path of publicPaths) {
    const policy = { 'content-security-policy': arrivalPolicy };
    rules.set(path, { ...(await headersOf(path, 'text/html')), ...policy, ...documents });
  }
  for (const path of [...visitors, ...owners, ...shells.map(({ file }) => file)]) {
    rules.set(path, { ...(await headersOf(path, 'text/html')), ...documents });
  }
  rules.set('/assets/*', {
    ...(await headersOf('/assets/app.js', 'text/javascript')),
    'cache-control': 'public, max-age=31536000, immutable',
  });
  for (const path of readdirSync(folder).filter((name) => typeOf(name) !== null)) {
    rules.set(`/${path}`, { ...(await headersOf(`/${path}`, typeOf(path) ?? '')), ...documents });
  }
  write('_headers', headersFile(rules));
  const redirects = shells.flatMap(({ screens, file }) =>
    screens.filter((path) => !isFixed(path)).map((path) => `${path} ${file} 200`),
  );
  write('_redirects', `${redirects.join('\n')}\n`);
}

const pageConfigOf = (config: StaticConfig): PageConfig => ({
  anonKey: config.backendKey,
  backendUrl: config.backendUrl,
  payments: config.payments.provider,
  paymentsPublishableKey: config.payments.publishableKey,
  schedulingPages: config.schedulingPages,
  mailbox: false,
  live: false,
});

/** The pages name no backend of their own when they load their data. */
const askAt =
  ({ backendUrl, backendKey }: StaticConfig): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    request.headers.set('apikey', backendKey);
    return await fetch(new Request(`${backendUrl}${pathname}${search}`, request));
  };

// Static hosts compress by themselves.
const isUncompressed = (path: string) => !/\.(?:br|gz)$/.test(path);

/** All but the assets. */
function copyFiles(from: string, to: string) {
  cpSync(from, to, {
    recursive: true,
    filter: (path) =>
      isUncompressed(path) &&
      ![join(from, 'assets'), join(from, '.vite')].includes(path) &&
      !templates.some((file) => path === join(from, file)),
  });
}

const isFixed = (path: string) => !path.includes(':');

const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
};

const typeOf = (file: string): string | null => types[extname(file)] ?? null;

function withPolicy(html: string, policy: string): string {
  // In an element, a policy cannot say who frames the page.
  const content = policy.replace(/; frame-ancestors [^;]+/, '').replaceAll('"', '&quot;');
  const charset = /<meta charset="[^"]*"\s*\/?>/;
  return html.replace(
    charset,
    (found) => `${found}<meta http-equiv="Content-Security-Policy" content="${content}">`,
  );
}
