import { liveTopics, type LiveTopic } from '../../domain/live-topics.ts';

export type Hearer = {
  topics: ReadonlySet<LiveTopic>;
  tell: (topics: LiveTopic[]) => void;
};

export type LiveHub = {
  add: (hearer: Hearer) => void;
  remove: (hearer: Hearer) => void;
  publish: (...topics: LiveTopic[]) => void;
  stop: () => void;
};

/**
 * Passes topics on to listeners: the first at once, and those of the next `pauseMs` together, so that many changes
 * cause few reloads.
 */
export function createHub(pauseMs = 200): LiveHub {
  const hearers = new Set<Hearer>();
  const waiting = new Set<LiveTopic>();
  let pause: NodeJS.Timeout | null = null;

  function pass() {
    const said = liveTopics.filter((topic) => waiting.has(topic));
    waiting.clear();
    for (const hearer of [...hearers]) {
      const heard = said.filter((topic) => hearer.topics.has(topic));
      if (heard.length > 0) hearer.tell(heard);
    }
    pause = setTimeout(() => {
      pause = null;
      if (waiting.size > 0) pass();
    }, pauseMs);
    pause.unref();
  }

  return {
    add: (hearer) => void hearers.add(hearer),
    remove: (hearer) => void hearers.delete(hearer),
    publish: (...topics) => {
      for (const topic of topics) waiting.add(topic);
      if (!pause) pass();
    },
    stop: () => {
      if (pause) clearTimeout(pause);
      hearers.clear();
    },
  };
}
