// @vitest-environment jsdom
import { runInThisContext } from 'node:vm';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { act, cleanup, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TellListening } from '../tell-listening.tsx';
import { arrivalScript } from './arrival-script.ts';

const listen = addEventListener;
let left = new AbortController();

/** Runs the script as the page does, until the page is left at the end of the test. */
function arrive() {
  const { signal } = left;
  type Options = boolean | AddEventListenerOptions;
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener, options: Options) =>
    listen(type, listener, {
      ...(typeof options === 'object' && options),
      capture: options === true,
      signal,
    }),
  );
  runInThisContext(arrivalScript);
}

beforeEach(() => {
  left = new AbortController();
});

afterEach(() => {
  cleanup();
  left.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  delete document.documentElement.dataset['coupon'];
  document.body.replaceChildren();
  document.head.replaceChildren();
});

describe('the coupon banner', () => {
  const mark = () => document.documentElement.dataset['coupon'];

  test('is hidden if this browser has used the coupon', () => {
    localStorage.setItem('newCustomerCouponUsed', 'true');
    arrive();
    expect(mark()).toBe('used');
  });

  test('is shown to all other visitors', () => {
    arrive();
    expect(mark()).toBeUndefined();
  });

  test('is shown without storage, and nothing fails', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('Storage is blocked');
      },
      clear: () => undefined,
    });
    arrive();
    expect(mark()).toBeUndefined();
  });
});

describe('a click', () => {
  const heard = vi.fn();
  beforeEach(() => heard.mockReset());

  const Choice = () => (
    <button type="button" onClick={heard}>
      <i>Select</i>
    </button>
  );

  const Shell = ({ children }: { children: ReactNode }) => (
    <>
      <main>
        <Suspense>
          {children}
          <TellListening part="screen" />
        </Suspense>
      </main>
      <TellListening part="shell" />
    </>
  );

  // The script keeps a press, and repeats it, in the next turn of the event loop.
  const nextTurn = () => new Promise((resolve) => setTimeout(resolve));
  const later = () => act(nextTurn);

  /** The page as it came, with nobody who hears. */
  function show(html: string) {
    document.body.innerHTML = `<div id="root">${html}</div>`;
    arrive();
    const place = document.getElementById('root') as HTMLElement;
    return {
      place,
      takeOver: (app: ReactNode) => render(app, { container: place, hydrate: true }),
      press: () => document.querySelector('i')?.click(),
    };
  }

  const page = (
    <Shell>
      <Choice />
    </Shell>
  );

  test('before the app is ready is replayed once when the app listens', async () => {
    const { takeOver, press } = show(renderToString(page));
    press();
    await later();
    expect(heard).not.toHaveBeenCalled();
    takeOver(page);
    await later();
    expect(heard).toHaveBeenCalledOnce();
  });

  test('that the app handles is not replayed', async () => {
    const { takeOver, press } = show(renderToString(page));
    takeOver(page);
    act(press);
    await later();
    expect(heard).toHaveBeenCalledOnce();
  });

  test("that starts the app's listener is handled once", async () => {
    const { place, press } = show(renderToString(page));
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    const root = hydrateRoot(place, page);
    press();
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    await nextTurn();
    expect(heard).toHaveBeenCalledOnce();
    root.unmount();
  });

  test('on a screen whose code is still loading is handled once it has loaded', async () => {
    const { takeOver, press } = show(renderToString(page));
    let comes: ((part: { default: ComponentType }) => void) | null = null;
    const Late = lazy(
      () => new Promise<{ default: ComponentType }>((resolve) => (comes = resolve)),
    );
    takeOver(
      <Shell>
        <Late />
      </Shell>,
    );
    act(press);
    await later();
    expect(heard).not.toHaveBeenCalled();
    await act(async () => {
      comes?.({ default: Choice });
      await Promise.resolve();
    });
    await later();
    expect(heard).toHaveBeenCalledOnce();
  });

  test('on a button that the app rebuilds is handled by its only successor of that name', async () => {
    const listens = () => window.dispatchEvent(new CustomEvent('app-listens', { detail: 'shell' }));
    for (const [rebuilt, times] of [
      ['<button type="button">Other</button><button type="button">Select</button>', 1],
      ['<button type="button">Select</button><button type="button">Select</button>', 0],
    ] as const) {
      const { place, press } = show('<button type="button"><i>Select</i></button>');
      press();
      await later();
      place.innerHTML = rebuilt;
      heard.mockReset();
      place.addEventListener('click', ({ target }) => void heard((target as Element).textContent));
      listens();
      await later();
      expect(heard.mock.calls).toEqual(Array.from({ length: times }, () => ['Select']));
      left.abort();
      left = new AbortController();
    }
  });

  test('that sends a form is held back until the screen listens', async () => {
    const { place } = show(
      '<main><form><fieldset disabled data-early-fields><input name="email"><button>Send</button></fieldset></form></main>',
    );
    window.dispatchEvent(new Event('DOMContentLoaded'));
    expect(place.querySelector('fieldset')?.disabled).toBe(false);
    const sent: boolean[] = [];
    place.addEventListener('submit', (event) => {
      sent.push(!event.defaultPrevented);
      event.preventDefault();
    });
    place.querySelector('button')?.click();
    await later();
    expect(sent).toEqual([false]);
    window.dispatchEvent(new CustomEvent('app-listens', { detail: 'screen' }));
    await later();
    expect(sent).toEqual([false, true]);
  });

  test('on a removed button, or before a click beside it, is dropped', async () => {
    const listens = () => window.dispatchEvent(new CustomEvent('app-listens', { detail: 'shell' }));
    const { place, press } = show('<p>Beside</p><button type="button"><i>Select</i></button>');
    press();
    document.querySelector('p')?.click();
    place.addEventListener('click', heard);
    await later();
    listens();
    await later();
    expect(heard).not.toHaveBeenCalled();

    const other = show('<button type="button"><i>Select</i></button>');
    other.press();
    other.place.addEventListener('click', heard);
    document.querySelector('button')?.remove();
    await later();
    listens();
    await later();
    expect(heard).not.toHaveBeenCalled();
  });
});

describe("the app's scripts", () => {
  const frames = async (count: number) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const isFetched = () => document.querySelector('link[href="/app.js"]') !== null;
  const isRun = () => document.querySelector('script[src="/app.js"]') !== null;
  let painted: (names: string[]) => void = () => undefined;

  /** A page that waits, in a browser that tells when it was painted. */
  function open({ tells = ['paint'] }: { tells?: string[] } = {}) {
    vi.stubGlobal(
      'PerformanceObserver',
      class {
        static supportedEntryTypes = tells;
        observe = () => undefined;
        constructor(tell: (list: { getEntriesByName: (name: string) => string[] }) => void) {
          painted = (names) =>
            tell({ getEntriesByName: (name) => names.filter((one) => one === name) });
        }
      },
    );
    document.body.innerHTML =
      '<template id="app-scripts"><link rel="modulepreload" href="/app.js"><script type="module" src="/app.js"></script></template>';
    arrive();
  }
  const parsed = () => window.dispatchEvent(new Event('DOMContentLoaded'));

  test('load and run after the first paint, if that comes before the rest of the page', async () => {
    open();
    await frames(2);
    parsed();
    painted(['first-paint']);
    await frames(2);
    expect(isFetched()).toBe(false);
    painted(['first-paint', 'first-contentful-paint']);
    await frames(2);
    expect(isFetched()).toBe(true);
    expect(document.getElementById('app-scripts')).toBeNull();
  });

  test('load once styles, font and drawings have come, and run after the first paint', async () => {
    open();
    parsed();
    expect(isFetched()).toBe(false);
    window.dispatchEvent(new Event('load'));
    expect(isFetched()).toBe(true);
    await frames(2);
    expect(isRun()).toBe(false);
    painted(['first-contentful-paint']);
    await frames(2);
    expect(isRun()).toBe(true);
    expect(document.querySelectorAll('link[href="/app.js"]')).toHaveLength(1);
  });

  test('load at the next frame if the browser does not report the paint', async () => {
    open({ tells: [] });
    await frames(2);
    expect(isFetched()).toBe(false);
    parsed();
    await frames(2);
    expect(isFetched()).toBe(true);
  });

  test('load at once in a hidden tab, and after four seconds in any case', () => {
    vi.useFakeTimers();
    open();
    parsed();
    vi.advanceTimersByTime(3_999);
    expect(isFetched()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isFetched()).toBe(true);

    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    open();
    expect(isFetched()).toBe(false);
    parsed();
    expect(isFetched()).toBe(true);
    visibility.mockRestore();
  });
});
