// @vitest-environment jsdom
import { runInThisContext } from 'node:vm';
import { Suspense, type ReactNode } from 'react';
import { act, cleanup, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { arrivalScript } from './arrival-script.ts';

const listen = addEventListener;
let page = new AbortController();

/** Runs the script as the page does, until the page is left at the end of the test. */
function arrive() {
  const { signal } = page;
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
  page = new AbortController();
});

afterEach(() => {
  cleanup();
  page.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  delete document.documentElement.dataset['coupon'];
  document.body.replaceChildren();
});

describe('the coupon', () => {
  const mark = () => document.documentElement.dataset['coupon'];

  test('that this browser has spent is not offered again', () => {
    localStorage.setItem('newCustomerCouponUsed', 'true');
    arrive();
    expect(mark()).toBe('used');
  });

  test('is offered to everybody else', () => {
    arrive();
    expect(mark()).toBeUndefined();
  });

  test('is offered where nothing can be stored, and nothing breaks', () => {
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

describe('a press', () => {
  const heard = vi.fn();
  beforeEach(() => heard.mockReset());

  const Choice = () => (
    <button type="button" onClick={heard}>
      <i>Select</i>
    </button>
  );

  const listens = () => void window.dispatchEvent(new Event('app-listens'));

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

  test('before the app is there is heard, once, as soon as the app listens', () => {
    const { takeOver, press } = show(renderToString(<Choice />));
    press();
    takeOver(<Choice />);
    expect(heard).not.toHaveBeenCalled();
    act(listens);
    expect(heard).toHaveBeenCalledOnce();
    act(listens);
    expect(heard).toHaveBeenCalledOnce();
  });

  test('that the app hears is not repeated', () => {
    const { takeOver, press } = show(renderToString(<Choice />));
    takeOver(<Choice />);
    act(listens);
    act(press);
    expect(heard).toHaveBeenCalledOnce();
  });

  test('before the app is there is heard by a part that React has not come to yet', async () => {
    const part = (
      <Suspense>
        <Choice />
      </Suspense>
    );
    const { place, press } = show(renderToString(part));
    press();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    const root = hydrateRoot(place, part);
    listens();
    expect(heard).toHaveBeenCalledOnce();
    await Promise.resolve();
    root.unmount();
  });

  test('on a button that has gone, or that was followed by one beside it, is forgotten', () => {
    const { place, press } = show('<p>Beside</p><button type="button"><i>Select</i></button>');
    press();
    document.querySelector('p')?.click();
    place.addEventListener('click', heard);
    listens();
    expect(heard).not.toHaveBeenCalled();

    const other = show('<button type="button"><i>Select</i></button>');
    other.press();
    other.place.addEventListener('click', heard);
    document.querySelector('button')?.remove();
    listens();
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('what runs the app', () => {
  const frames = async (count: number) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const isFetched = () => document.querySelector('link[href="/app.js"]') !== null;
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
      '<template id="app-scripts"><link rel="modulepreload" href="/app.js"></template>';
    arrive();
  }
  const parsed = () => window.dispatchEvent(new Event('DOMContentLoaded'));

  test('is fetched once the page was painted, and not before', async () => {
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

  test('is fetched at the next frame where the browser does not tell', async () => {
    open({ tells: [] });
    await frames(2);
    expect(isFetched()).toBe(false);
    parsed();
    await frames(2);
    expect(isFetched()).toBe(true);
  });

  test('is fetched at once where nobody looks, and after four seconds whatever happens', () => {
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
