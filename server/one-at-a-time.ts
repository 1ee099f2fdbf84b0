export type OneAtATime<T> = {
  /** Runs now, or right after the current run; waiting calls share that next run. */
  run: () => Promise<T>;
  /** Resolves when nothing runs and nothing waits. */
  idle: () => Promise<void>;
};

/** Prevents work from overlapping itself. */
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
