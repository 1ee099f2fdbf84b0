import { couponFlagKey } from '@/lib/coupon-flag.ts';

/**
 * Runs before anything is seen: what this browser knows better than a page that is the same for everybody, so that
 * nothing moves when the app takes over, and what is pressed before that. styles/home.css does the rest.
 */
export const arrivalScript = `(${markSpentCoupon.toString()})('${couponFlagKey}');
(${keepEarlyPress.toString()})();
(${startOnceSeen.toString()})();
`;

// They stand in the script by their text, so they use nothing from around them.

function markSpentCoupon(key: string) {
  try {
    if (localStorage.getItem(key)) document.documentElement.dataset['coupon'] = 'used';
  } catch {
    // A browser that stores nothing is offered it again.
  }
}

/** The page with the last button that was pressed before the app listened. */
export type EarlyPage = typeof globalThis & { earlyPress?: HTMLElement | null };

/**
 * Repeats the last press that the app did not hear, as soon as it does: the header and footer (`shell`) before the
 * `screen` between them, whose code may come later. src/app/tell-listening.tsx says when.
 */
function keepEarlyPress() {
  let pressed: HTMLElement | null = null;
  const heard = new Set<string>();
  const partOf = (button: Element) => (button.closest('main') ? 'screen' : 'shell');
  const keep = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    // A press can bring the app to listen. Only once it is over is it known whether it was heard.
    setTimeout(() => {
      if (button && heard.has(partOf(button))) return;
      pressed = button;
      (window as EarlyPage).earlyPress = button;
    });
  };
  addEventListener('click', keep, true);
  addEventListener('app-listens', (event) => {
    const part = String((event as CustomEvent).detail);
    if (part === 'screen') removeEventListener('click', keep, true);
    if (heard.has(part)) return;
    heard.add(part);
    setTimeout(() => {
      if (!pressed || partOf(pressed) !== part) return;
      pressed.click();
      pressed = null;
    });
  });
}

/**
 * The page is seen and read without the app, whose scripts would come between a visitor on a slow line and the
 * first sight of it. So they are fetched when styles, font and drawings have come, as the line is idle while these are
 * laid out and painted. They run after that paint, or at once in a hidden tab.
 */
function startOnceSeen() {
  const waiting = () => {
    const scripts = document.getElementById('app-scripts');
    return scripts instanceof HTMLTemplateElement ? scripts : null;
  };
  const load = () => document.head.append(...(waiting()?.content.querySelectorAll('link') ?? []));
  const start = () => {
    const scripts = waiting();
    scripts?.replaceWith(scripts.content);
  };
  const startAfterPaint = () => requestAnimationFrame(() => setTimeout(start));

  const wait = () => {
    addEventListener('visibilitychange', start, { once: true });
    setTimeout(start, 4_000);
    if (document.visibilityState === 'hidden') {
      start();
      return;
    }
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
      startAfterPaint();
      return;
    }
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) startAfterPaint();
    }).observe({ type: 'paint', buffered: true });
  };
  addEventListener('load', load, { once: true });
  // The app takes over the whole page, and reads what follows it.
  addEventListener('DOMContentLoaded', wait, { once: true });
}
