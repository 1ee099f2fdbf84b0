export type Overrun = {
  asked: () => void;
  answered: () => void;
  /** Whether a request has no answer yet. */
  isWaiting: () => boolean;
  happened: () => boolean;
  stop: () => void;
};

// A process that was stalled or asleep would find the time over before it reads the answer.
const secondLookMs = 1_000;

/** Reports once that a request has had no answer within its limit. */
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
      // Later requests wait for the running one, and their time has not begun.
      if (waiting === 1) watch();
    },
    answered: () => {
      waiting -= 1;
      watch();
    },
    isWaiting: () => waiting > 0,
    happened: () => hasHappened,
    stop: () => clearTimeout(timer),
  };
}
