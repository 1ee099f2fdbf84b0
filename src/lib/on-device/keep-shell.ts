const ownersFiles = '/assets/owner/';

/**
 * Has the service worker keep the owner's page and its files, so that the page opens without a network. Only the owner's
 * build is kept; after a login on a customer's page the owner's screens are of another one, until the next load.
 */
export async function keepShell(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const build = entryOf(document);
  if (build === null) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keepShell: { build, page: '/admin', files: filesOf(document, build) } });
}

/** The script with a hash of the build's content in its name. */
function entryOf(page: Document): string | null {
  const script = page.querySelector<HTMLScriptElement>(`script[src^="${ownersFiles}"]`);
  return script && new URL(script.src).pathname.slice(ownersFiles.length);
}

function filesOf(page: Document, build: string): string[] {
  const links = [
    ...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"], link[as="font"]'),
  ];
  const named = links.map(({ href }) => new URL(href).pathname);
  // What the entry has loaded besides: parts of their own, and fonts that the styles name.
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname)
    .filter((path) => path.startsWith(ownersFiles) || /^\/assets\/.+\.woff2$/.test(path));
  return [...new Set([`${ownersFiles}${build}`, ...named, ...loaded])].filter((path) =>
    path.startsWith('/assets/'),
  );
}
