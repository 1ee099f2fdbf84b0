import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Business } from '../../domain/business/business.ts';
import type { LiveTopic } from '../../domain/live-topics.ts';

/** A page's data. Only the app knows the shape of the queries. */
export type PageFacts = { queries: unknown; business: Business };

/** The app built for the server: the same routes and screens, rendered to text. */
export type Prerender = {
  /** The screen of a pathname. */
  addressOf: (
    pathname: string,
  ) => { kind: 'public'; path: string } | { kind: 'private' | 'owners' | 'unknown' };
  /** The addresses of screens that only a browser renders, with parameters such as `:bookingId`. */
  privateScreens: { visitors: readonly string[]; owners: readonly string[] };
  /** Settings of the page that change what is rendered. */
  configure: (config: { backendUrl?: string }) => void;
  publicPages: Record<
    string,
    { topics: readonly LiveTopic[]; files: readonly string[]; isPlain?: boolean }
  >;
  /** Runs in the browser before the first paint. */
  arrivalScript: string;
  /** Throws when the backend does not answer. */
  factsOf: (path: string | null, ask: typeof fetch) => Promise<PageFacts>;
  /** A path of `publicPages`, or null for the not-found page. Without data it shows the loading state. */
  renderPage: (
    path: string | null,
    facts: PageFacts | null,
    publicUrl: string,
  ) => Promise<{ head: string; links: string; noScript: string; app: string }>;
};

/** The built pages; null without a build, as in development: then the browser renders everything. */
export async function loadPrerender(file: string): Promise<Prerender | null> {
  if (!existsSync(file)) return null;
  return (await import(pathToFileURL(file).href)) as Prerender;
}
