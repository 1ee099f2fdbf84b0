import { PostgrestClient } from '@supabase/postgrest-js';
import { defaultBusiness as business } from '../../domain/business/default-business.ts';
import type { Prerender } from '../pages/prerender.ts';

// A fake of the built app: pages that print only their data. The tests of src/app/prerender and the end-to-end
// tests check the real ones.

export const arrivalScript = 'document.documentElement.dataset.arrived = "yes";';

export const publicPages: Prerender['publicPages'] = {
  '/': { topics: ['reviews'], files: [] },
  '/gallery': { topics: ['gallery'], files: [] },
  '/login': { topics: [], files: [], isPlain: true },
};

export const privateScreens: Prerender['privateScreens'] = {
  visitors: ['/checkout', '/reschedule/:bookingId'],
  owners: ['/admin', '/admin/bookings/:bookingId'],
};

export const configure: Prerender['configure'] = () => undefined;

export const addressOf: Prerender['addressOf'] = (pathname) => {
  if (pathname in publicPages) return { kind: 'public', path: pathname };
  if (pathname === '/admin') return { kind: 'owners' };
  return { kind: pathname === '/checkout' ? 'private' : 'unknown' };
};

/** Loads like the real ones: anonymously, and without a retry. */
export const factsOf: Prerender['factsOf'] = async (path, ask) => {
  const rest = new PostgrestClient('http://host/rest/v1', { fetch: ask });
  const question =
    path === '/'
      ? rest.from('reviews').select('comment').eq('is_approved', true)
      : rest.from('gallery_photos').select('description');
  if (path === '/login' || path === null) return { queries: [], business };
  const { data } = await question.retry(false).throwOnError();
  return { queries: [[[path], data]], business };
};

export const renderPage: Prerender['renderPage'] = (path, facts, publicUrl) =>
  Promise.resolve({
    head: `<title>${path ?? 'Nothing here'}</title><link rel="canonical" href="${publicUrl}${path}">`,
    links: '',
    noScript: '<noscript>Call us</noscript>',
    app: `<h1>${facts ? 'Known' : 'On its way'}</h1>`,
  });
