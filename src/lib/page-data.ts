import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What a prerendered page was made of: query keys and what the backend answered. */
export type PageData = (readonly [key: QueryKey, data: unknown])[];

const pageDataId = 'page-data';

function readPageData(): PageData {
  if (typeof document === 'undefined') return [];
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : [];
}

/** What a page was prerendered with under this key, for what has no query client. Null where there is none. */
export function pageDatum(wanted: QueryKey): unknown {
  const datum = readPageData().find(([key]) => String(key) === String(wanted));
  return datum?.[1] ?? null;
}

/**
 * Gives the queries what the page was prerendered with, so that they begin with the same. It counts as old: they
 * ask again behind what is shown, for the page may have been made a moment before a change.
 */
export function takeOverPageData(client: QueryClient) {
  for (const [key, data] of readPageData()) {
    client.setQueryData(key, data, { updatedAt: 0 });
  }
}
