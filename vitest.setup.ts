import { setImmediate } from 'node:timers/promises';
import { afterAll, vi } from 'vitest';

const internalsOfReact = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

/**
 * How long a test waits for what comes by itself. A machine with other work may need a second for what it does in an
 * instant. Where more is needed, such as a screen that is compiled when it is first shown, the test says so.
 */
const patienceMs = 10_000;
const { waitFor } = vi;
vi.waitFor = (look, options = patienceMs) => waitFor(look, options);
afterAll(() => {
  vi.waitFor = waitFor;
});

// Runs at the beginning of each test file. The files of a worker share its libraries and its window; each has modules
// of its own, and leaves nothing in the window.
vi.resetModules();

if ('document' in globalThis) {
  // The screens show the business of a new database.
  const { setBusiness } = await import('./src/lib/business.ts');
  const { defaultBusiness } = await import('./domain/business/default-business.ts');
  setBusiness(defaultBusiness);
  // jsdom poses as Safari, for which the template editor calls a function that jsdom lacks.
  Object.defineProperty(navigator, 'vendor', { value: '' });
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  globalThis.ResizeObserver = class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  const { quickStyles } = await import('./src/testing/quick-styles.ts');
  const { getComputedStyle } = globalThis;
  globalThis.getComputedStyle = quickStyles(getComputedStyle);
  // The auth client of a file would follow the sign-ins of the next ones, since tabs follow one another.
  const { BroadcastChannel } = globalThis;
  const channels = new Set<BroadcastChannel>();
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
  };
  // React notes with each element where it was made, for its warnings; that is a tenth of the work of these tests.
  const react = await import('react');
  Object.defineProperty(
    Reflect.get(react, internalsOfReact) as object,
    'recentlyCreatedOwnerStacks',
    {
      configurable: true,
      get: () => Number.POSITIVE_INFINITY,
      set: () => undefined,
    },
  );
  const { configure, getConfig } = await import('@testing-library/react');
  const configuration = getConfig();
  configure({
    asyncUtilTimeout: patienceMs,
    // A dialog takes clicks after its effects, which run in one immediate, and the render they ask for, in the next.
    asyncWrapper: (look) =>
      configuration.asyncWrapper(async () => {
        const found: unknown = await look();
        for (let step = 0; step < 2; step += 1) await setImmediate();
        return found;
      }),
  });
  afterAll(() => {
    for (const channel of channels) channel.close();
    Object.assign(globalThis, { BroadcastChannel, getComputedStyle });
    configure(configuration);
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
  });
}
