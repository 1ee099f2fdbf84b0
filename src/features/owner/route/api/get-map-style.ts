import { queryOptions } from '@tanstack/react-query';
import { adminPaths } from '@/config/admin-paths.ts';
import { appConfig } from '@/config/env.ts';

/** The address of the map's style; null without one. */
export const mapStyleQuery = queryOptions({
  queryKey: ['map-style'],
  queryFn: async (): Promise<string | null> => {
    if (appConfig.mapStyleUrl) return appConfig.mapStyleUrl;
    if (isOwnersDocument() || !(await toldToOwners())) return null;
    location.reload();
    return new Promise(() => {}); // Until the owner's document takes over.
  },
  staleTime: Infinity,
});

/**
 * Whoever signs in on a customers' page is on a document that was told of no map and may not load one. The policy of
 * a document is that of the address it was loaded from.
 */
function isOwnersDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return !navigation || /^\/(admin|crew)(\/|$)/i.test(new URL(navigation.name).pathname);
}

async function toldToOwners(): Promise<boolean> {
  const html = await (await fetch(adminPaths.route)).text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const settings = page.getElementById('app-config')?.textContent;
  return Boolean(settings && (JSON.parse(settings) as typeof appConfig).mapStyleUrl);
}
