import { backendUrl } from '@/lib/backend-url.ts';

/** Where a calendar reads, by the secret of the address. */
export const feedAddress = (token: string): string =>
  `${backendUrl('/functions/v1/calendar-feed')}?${new URLSearchParams({ token }).toString()}`;

/** The same, as calendar programs are asked to subscribe. */
export const subscribeAddress = (token: string): string =>
  feedAddress(token).replace(/^https?:/, 'webcal:');
