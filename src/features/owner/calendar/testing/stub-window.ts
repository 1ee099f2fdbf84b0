import { vi } from 'vitest';

/** A wide window in which nothing has a size, as the calendar's library needs it. `vi.unstubAllGlobals` ends it. */
export function stubWindow() {
  vi.stubGlobal('ResizeObserver', NoResize);
  vi.stubGlobal('matchMedia', () => new Medium());
}

class NoResize {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class Medium extends EventTarget {
  matches = true;
}
