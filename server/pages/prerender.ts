import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { LiveTopic } from '../../domain/live-topics.ts';

/** What a page is made of beside its own words; only the app knows what is in it. */
export type PageFacts = { queries: unknown };

/** The app as it was built for the server: the same routes and the same screens, rendered to text. */
export type Prerender = {
  /** Which screen the app's router shows at a pathname. */
  addressOf: (
    pathname: string,
  ) => { kind: 'public'; path: string } | { kind: 'private' | 'unknown' };
  publicPages: Record<
    string,
    { topics: readonly LiveTopic[]; sources: readonly string[]; isPlain?: boolean }
  >;
  /** Runs in the browser before the page is seen. */
  arrivalScript: string;
  /** Throws when the backend does not answer. */
  factsOf: (path: string, ask: typeof fetch) => Promise<PageFacts>;
  /** A path of `publicPages`, or null for an address that has no page. Without facts it says that they are on their way. */
  renderPage: (
    path: string | null,
    facts: PageFacts | null,
    publicUrl: string,
  ) => Promise<{ head: string; links: string; noScript: string; app: string }>;
};

/** The built pages; null where they were not built, as while developing: then the browser renders them alone. */
export async function loadPrerender(file: string): Promise<Prerender | null> {
  if (!existsSync(file)) return null;
  return (await import(pathToFileURL(file).href)) as Prerender;
}
