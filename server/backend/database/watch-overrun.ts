export type Overrun = {
  asked: () => void;
  answered: () => void;
  happened: () => boolean;
  stop: () => void;
};

// Whoever was stalled or asleep finds the time over before it has read the answer that lies there.
const secondLookMs = 1_000;

/** Tells once that something which was asked has had no answer for longer than it may take. */
export function watchOverrun(limitMs: () => number, tell: () => void): Overrun {
  let waiting = 0;
  let hasHappened = false;
  let timer: NodeJS.Timeout | undefined;

  const overrun = () => {
    // The limit was lifted meanwhile.
    if (limitMs() === Infinity) return;
    hasHappened = true;
    tell();
  };
  const watch = () => {
    clearTimeout(timer);
    if (waiting === 0 || limitMs() === Infinity) return;
    timer = setTimeout(() => {
      timer = setTimeout(overrun, Math.min(secondLookMs, limitMs()));
      timer.unref();
    }, limitMs());
    timer.unref();
  };
  return {
    asked: () => {
      waiting += 1;
      // What was asked later waits for what runs, and its time has not begun.
      if (waiting === 1) watch();
    },
    answered: () => {
      waiting -= 1;
      watch();
    },
    happened: () => hasHappened,
    stop: () => clearTimeout(timer),
  };
}
