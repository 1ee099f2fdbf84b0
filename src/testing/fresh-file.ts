import { afterAll, vi } from 'vitest';

// Test files share a worker and its window, since building one takes longer than most files do. Each begins with
// modules of its own, and leaves nothing in the window.
vi.resetModules();

if ('document' in globalThis) {
  const { configure, getConfig } = await import('@testing-library/react');
  const configuration = getConfig();
  afterAll(() => {
    configure(configuration);
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
  });
}
