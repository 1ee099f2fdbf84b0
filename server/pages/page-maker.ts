import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../supabase/functions/_shared/http/deps.ts';
import { keepPage, versionOf, type KeptPage } from './kept-page.ts';
import type { PageFacts } from './prerender.ts';

/** How long the first rendering waits for its data; later ones have a good page meanwhile. */
const patienceMs = 5_000;
/** After data that could not be loaded. */
const retryMs = 3_000;
/** Between two renderings, so that many changes cause few renderings. */
const pauseMs = 500;

type MakerOptions = {
  ask: () => Promise<PageFacts | null>;
  htmlOf: (facts: PageFacts | null) => Promise<string>;
  log: Log;
};

/** Renders one page, one at a time; changes meanwhile cause one more rendering. */
export function pageMaker({ ask, htmlOf, log }: MakerOptions) {
  let kept: KeptPage | null = null;
  let making: Promise<void> | null = null;
  let isWantedAgain = false;
  let isClosed = false;
  let pause: NodeJS.Timeout | null = null;

  /** Returns whether the page has its data. */
  async function attempt(): Promise<boolean> {
    const facts = await (kept ? ask() : soon(ask())).catch((error: unknown) => {
      if (!isClosed) log.warn({ err: error }, 'A page was not updated: its data is unavailable');
      return undefined;
    });
    if (facts === undefined && kept) return false;
    const html = await htmlOf(facts ?? null);
    if (kept?.version !== versionOf(html)) kept = await keepPage(html);
    return facts !== undefined;
  }

  async function makeNow() {
    isWantedAgain = false;
    const isGood = await attempt().catch((error: unknown) => {
      log.error({ err: error }, 'A page could not be made');
      return false;
    });
    making = null;
    if (isClosed) return;
    isWantedAgain ||= !isGood;
    pause = setTimeout(
      () => {
        pause = null;
        if (isWantedAgain) make();
      },
      isGood ? pauseMs : retryMs,
    );
    pause.unref();
  }

  function make() {
    isWantedAgain = true;
    if (!making && !pause && !isClosed) making = makeNow();
  }

  return {
    make,
    /** The last good one, at once; only the first rendering is awaited. */
    page: async (): Promise<KeptPage | null> => {
      if (!kept) {
        make();
        await making;
      }
      return kept;
    },
    close: async () => {
      isClosed = true;
      if (pause) clearTimeout(pause);
      await making;
    },
  };
}

const soon = <T>(facts: Promise<T>): Promise<T> =>
  Promise.race([
    facts,
    wait(patienceMs, null, { ref: false }).then(() => {
      throw new Error('The database is slow');
    }),
  ]);
