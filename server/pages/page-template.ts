const places = { config: '<!--app-config-->', app: '<div id="root"></div>' };

/** What differs from page to page; the head's title and description are replaced when it brings its own. */
export type PageParts = {
  head: string;
  /** Come last in the head: styles count in their order. */
  links: string;
  noScript: string;
  app: string;
  /** Taken over only where nothing in the address or the history asks for something else. */
  isPlain: boolean;
  data: unknown;
};

export type PageTemplate = ReturnType<typeof pageTemplate>;

/** The built index.html, to be filled. `config` is what the page is told about its host. */
export function pageTemplate(html: string, config: object) {
  if (!html.includes(places.config)) throw new Error(`index.html has no ${places.config}`);
  const page = html.replace(places.config, () => dataElement('app-config', config));
  const scripts = page.match(appScripts)?.join('') ?? '';
  const titled = page
    .replaceAll(appScripts, '')
    .replace(/<title>[^<]*<\/title>\s*/, '')
    .replace(/<meta\s+name="description"[^>]*>\s*/, '');
  return {
    /** For screens that belong to one visitor: the browser renders them, and nobody lists them. */
    shell: page.replace('</head>', '<meta name="robots" content="noindex"></head>'),
    /** Where nothing is prerendered the browser renders every screen. */
    plain: page,
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

/** What runs the app. The page is seen without it, so it stands in a template until the page's arrival script fetches it. */
const appScripts = /<script type="module"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*>\s*/g;

const whenSeen = (scripts: string, links: string) =>
  `<template id="app-scripts">${links.match(appScripts)?.join('') ?? ''}${scripts}</template>`;

// "<" is escaped so that no value can end the element it stands in.
function dataElement(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}
