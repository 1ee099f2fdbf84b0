import { useEffect } from 'react';

/**
 * Whether the address on the screen is the one that this document was loaded for. What a document may load
 * from others is decided when it is loaded, whatever screens it shows afterwards.
 */
function isOwnDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return !navigation || samePlace(new URL(navigation.name).pathname, window.location.pathname);
}

const samePlace = (one: string, other: string) => inOneForm(one) === inOneForm(other);
const inOneForm = (path: string) => path.toLowerCase().replace(/\/+$/, '');

/**
 * Loads the address anew as a document of its own when it is `needed`, because somebody else's page or script
 * is embedded on it. What the router handed over lies in the browser's history, and is there afterwards. True
 * until the new document takes over: there is nothing to show until then.
 */
export function useOwnDocument(needed: boolean): boolean {
  const isLeaving = needed && !isOwnDocument();
  useEffect(() => {
    if (isLeaving) window.location.reload();
  }, [isLeaving]);
  return isLeaving;
}
