import { vi } from 'vitest';

/** A window, wide or narrow, in which nothing has a size, as the calendar's library needs it. `vi.unstubAllGlobals` ends it. */
export function stubWindow(isWide = true) {
  vi.stubGlobal('ResizeObserver', NoResize);
  vi.stubGlobal('matchMedia', () => new Medium(isWide));
}

class NoResize {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class Medium extends EventTarget {
  readonly matches: boolean;

  constructor(matches: boolean) {
    super();
    this.matches = matches;
  }
}
