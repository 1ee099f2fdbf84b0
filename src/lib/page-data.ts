import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What a prerendered page was made of: query keys and what the backend answered. */
export type PageData = (readonly [key: QueryKey, data: unknown])[];

const pageDataId = 'page-data';

/**
 * Gives the queries what the page was prerendered with, so that they begin with the same. It counts as old: they
 * ask again behind what is shown, for the page may have been made a moment before a change.
 */
export function takeOverPageData(client: QueryClient) {
  if (typeof document === 'undefined') return;
  const text = document.getElementById(pageDataId)?.textContent;
  if (!text) return;
  for (const [key, data] of JSON.parse(text) as PageData) {
    client.setQueryData(key, data, { updatedAt: 0 });
  }
}
