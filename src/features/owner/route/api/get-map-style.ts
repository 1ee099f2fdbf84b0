import { queryOptions } from '@tanstack/react-query';
import { adminPaths } from '@/config/admin-paths.ts';
import { appConfig } from '@/config/env.ts';

/** The address of the map's style; null without one. */
export const mapStyleQuery = queryOptions({
  queryKey: ['map-style'],
  queryFn: async (): Promise<string | null> => {
    if (appConfig.mapStyleUrl) return appConfig.mapStyleUrl;
    if (isOwnersDocument() || !(await ownersPageHasMap())) return null;
    location.reload();
    return new Promise(() => {}); // Until the owner's document takes over.
  },
  staleTime: Infinity,
});

/**
 * A sign-in on a customers' page leaves the owner on that document, which has no map style and may not load a map: a
 * document keeps the policy of the address it was loaded from.
 */
function isOwnersDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return !navigation || /^\/(admin|crew)(\/|$)/i.test(new URL(navigation.name).pathname);
}

async function ownersPageHasMap(): Promise<boolean> {
  const html = await (await fetch(adminPaths.route)).text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const settings = page.getElementById('app-config')?.textContent;
  return Boolean(settings && (JSON.parse(settings) as typeof appConfig).mapStyleUrl);
}
