import type { LiveTopic } from '../../domain/live-topics.ts';
import type { Log } from '../../supabase/functions/_shared/http/deps.ts';
import { pageMaker } from './page-maker.ts';
import type { PageFacts, Prerender } from './prerender.ts';

/** In case a notification was lost. */
const atLeastEveryMs = 3_600_000;

type KeptPagesOptions = {
  prerender: Prerender;
  /** How pages load their data. */
  ask: typeof fetch;
  /** The whole document; a null path is the not-found page. */
  htmlOf: (path: string | null, facts: PageFacts | null) => Promise<string>;
  log: Log;
};

/** Every public page in memory: rendered once, and again whenever its data changes. */
export function keptPages({ prerender, ask, htmlOf, log }: KeptPagesOptions) {
  const { publicPages, factsOf } = prerender;
  let common: PageFacts | null = null;
  const notFound = pageMaker({
    ask: async () => {
      common = await factsOf(null, ask);
      return common;
    },
    htmlOf: (facts) => htmlOf(null, facts),
    log,
  });
  const makers = new Map(
    Object.keys(publicPages).map((path) => [
      path,
      pageMaker({ ask: () => factsOf(path, ask), htmlOf: (facts) => htmlOf(path, facts), log }),
    ]),
  );
  const all = [...makers.values(), notFound];
  const makeAll = () => all.forEach(({ make }) => make());
  const hourly = setInterval(makeAll, atLeastEveryMs);
  hourly.unref();
  return {
    makeAll,
    /** What all screens begin with; null until it is known. */
    common: () => common,
    /** Null only if it could not be rendered at all. */
    page: (path: string | null) => (makers.get(path ?? '') ?? notFound).page(),
    refresh: (topics: readonly LiveTopic[]) => {
      // All of them show the name of the business.
      if (topics.includes('business')) {
        makeAll();
        return;
      }
      for (const [path, { make }] of makers) {
        if (publicPages[path]?.topics.some((topic) => topics.includes(topic))) make();
      }
    },
    close: async () => {
      clearInterval(hourly);
      await Promise.all(all.map(({ close }) => close()));
    },
  };
}
