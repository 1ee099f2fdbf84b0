const places = { config: '<!--app-config-->', app: '<div id="root"></div>' };

/** What differs between pages; a page may replace the head's title and description. */
export type PageParts = {
  head: string;
  /** Last in the head: the order of styles matters. */
  links: string;
  noScript: string;
  app: string;
  /** Hydrated only if the address and history require nothing else. */
  isPlain: boolean;
  data: unknown;
};

export type PageTemplate = ReturnType<typeof pageTemplate>;

/** The built index.html as a template. `config` has the page's settings. */
export function pageTemplate(html: string, config: object) {
  if (!html.includes(places.config)) throw new Error(`index.html has no ${places.config}`);
  const page = html.replace(places.config, () => dataElement('app-config', config));
  const unfilled = page.replace(places.app, places.app + slowStart);
  const scripts = page.match(appScripts)?.join('') ?? '';
  const titled = page
    .replaceAll(appScripts, '')
    .replace(/<title>[^<]*<\/title>\s*/, '')
    .replace(/<meta\s+name="description"[^>]*>\s*/, '');
  return {
    /** For a visitor's own screens: the browser renders them, and search engines skip them. */
    shell: unfilled.replace('</head>', '<meta name="robots" content="noindex"></head>'),
    /** Without prerendered pages the browser renders every screen. */
    plain: unfilled,
    filled: ({ head, links, noScript, app, isPlain, data }: PageParts) =>
      titled
        .replace(/<meta charset="[^"]*"\s*\/?>/, (charset) => charset + head)
        .replace(
          '</head>',
          () => `${links.replaceAll(appScripts, '')}${whenSeen(scripts, links)}</head>`,
        )
        .replace(
          places.app,
          () =>
            `${noScript}<div id="root"${isPlain ? ' data-plain="true"' : ''}>${app}</div>${dataElement('page-data', data)}`,
        ),
  };
}

/** Shown by the styles when the app's scripts have not begun after some seconds. */
const slowStart =
  '<p class="slow-start">This page hasn’t loaded yet. Please check your connection and that JavaScript is on, then <a href="">load it again</a>.</p>';

/**
 * The app's scripts. The page paints without them, so they are in a template until the arrival script loads them.
 */
const appScripts = /<script type="module"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*>\s*/g;

const entryScript = /<script type="module"([^>]*)><\/script>/;

/** The entry has a preload, too, as it is loaded before it may run. */
function whenSeen(scripts: string, links: string) {
  const preload = scripts.match(entryScript)?.[1]?.replace('src=', 'href=');
  const entry = preload ? `<link rel="modulepreload"${preload}>` : '';
  return `<template id="app-scripts">${entry}${links.match(appScripts)?.join('') ?? ''}${scripts}</template>`;
}

/** A shell with what its screens begin with. */
export const withPageData = (shell: string, data: unknown): string =>
  data === undefined
    ? shell
    : shell.replace('</head>', () => `${dataElement('page-data', data)}</head>`);

// "<" is escaped so that no value can close its element.
function dataElement(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}
