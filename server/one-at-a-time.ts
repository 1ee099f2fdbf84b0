export type OneAtATime<T> = {
  /** Runs now, or right after the run that is under way; calls that wait share that next run. */
  run: () => Promise<T>;
  /** Resolves when nothing runs and nothing waits. */
  idle: () => Promise<void>;
};

/** Keeps a piece of work from ever overlapping itself. */
export function oneAtATime<T>(work: () => Promise<T>): OneAtATime<T> {
  let current: Promise<unknown> = Promise.resolve();
  let waiting: Promise<T> | null = null;
  const start = () => {
    waiting = null;
    const started = work();
    current = started.catch(() => undefined);
    return started;
  };
  return {
    run: () => (waiting ??= current.then(start)),
    idle: async () => {
      while (waiting) await waiting.catch(() => undefined);
      await current;
    },
  };
}
