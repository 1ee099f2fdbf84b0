export type Person = { name: string; email: string };

/** An external page as it is embedded: its address with the person filled in, and who may speak for it. */
export type SchedulingPage = { src: string; origin: string; frameName: string };

const isCalendly = (host: string) => host === 'calendly.com' || host.endsWith('.calendly.com');
const isCalCom = (host: string) => host === 'cal.com' || host.endsWith('.cal.com');

/** The external page of a service, or the default one; undefined means the built-in scheduler. */
export function configuredPage(
  pages: Readonly<Record<string, string>>,
  serviceId: string,
): string | undefined {
  return pages[serviceId] ?? pages['default'];
}

/**
 * @param address the configured page, an absolute URL
 * @param embedDomain host name of this site; Calendly stays silent without it
 */
export function embedPage(address: string, person: Person, embedDomain: string): SchedulingPage {
  const url = new URL(address);
  if (isCalendly(url.hostname)) return calendlyPage(url, person, embedDomain);
  if (isCalCom(url.hostname) || url.pathname.endsWith('/embed')) return calComPage(url, person);
  return page(url, { email: person.email, name: person.name });
}

function calendlyPage(url: URL, person: Person, embedDomain: string): SchedulingPage {
  return page(url, {
    name: person.name,
    email: person.email,
    hide_gdpr_banner: '1',
    embed_type: 'Inline',
    embed_domain: embedDomain,
  });
}

/** Cal.com tells what was booked only on its `/embed` address, in a frame whose name says so. */
function calComPage(url: URL, person: Person): SchedulingPage {
  if (url.hostname === 'cal.com') url.hostname = 'app.cal.com';
  if (!url.pathname.endsWith('/embed')) url.pathname = `${url.pathname.replace(/\/$/, '')}/embed`;
  return { ...page(url, { name: person.name, email: person.email }), frameName: 'cal-embed=' };
}

function page(url: URL, query: Record<string, string>): SchedulingPage {
  for (const [name, value] of Object.entries(query)) {
    if (value) url.searchParams.set(name, value);
  }
  return { src: url.href, origin: url.origin, frameName: 'scheduling-page' };
}
