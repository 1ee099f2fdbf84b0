import { couponFlagKey } from '@/lib/coupon-flag.ts';

/**
 * Runs before anything is seen: what this browser knows better than a page that is the same for everybody, so that
 * nothing moves when the app takes over, and what is pressed before that. styles/home.css does the rest.
 */
export const arrivalScript = `(${markSpentCoupon.toString()})('${couponFlagKey}');
(${keepEarlyPresses.toString()})();
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

/** A button that is seen can be pressed: what nobody heard is pressed again once the app has taken it over. */
function keepEarlyPresses() {
  const has = (element: Element | null, mark: string) =>
    element !== null && Object.keys(element).some((key) => key.startsWith(mark));

  const pressWhenHeard = (button: Element, until: number) => {
    if (has(button, '__reactProps')) (button as HTMLElement).click();
    else if (button.isConnected && Date.now() < until)
      requestAnimationFrame(() => pressWhenHeard(button, until));
  };

  const keep = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || has(button, '__reactProps')) return;
    // React is there, but has no screen yet to give this to, when it stops the event on its way.
    let wasHeard = has(document.getElementById('root'), '__reactContainer');
    const stop = event.stopPropagation.bind(event);
    event.stopPropagation = () => {
      wasHeard &&= has(button, '__reactProps');
      stop();
    };
    setTimeout(() => {
      if (!wasHeard) pressWhenHeard(button, Date.now() + 20_000);
    });
  };
  addEventListener('click', keep, true);
}

/**
 * The page is seen and read without the app, whose scripts would come between a visitor on a slow line and the
 * first sight of it. So they are fetched once it was painted, or where nobody looks.
 */
function startOnceSeen() {
  const start = () => {
    const scripts = document.getElementById('app-scripts');
    if (scripts instanceof HTMLTemplateElement) scripts.replaceWith(scripts.content);
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
  // The app takes over the whole page, and reads what follows it.
  addEventListener('DOMContentLoaded', wait, { once: true });
}
