import type { Address } from '@/lib/location.tsx';
import { paths } from './paths.ts';

export type WayBack = string | Address | undefined;

/** Where the links of account mails lead, and where to go on from there: the mail may be opened in another tab. */
export function loginUrl(from?: WayBack): string {
  const url = new URL(paths.login, window.location.origin);
  if (from)
    url.searchParams.set('next', typeof from === 'string' ? from : from.pathname + from.search);
  return url.href;
}
