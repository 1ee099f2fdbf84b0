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

/** A click that the app did not handle: on which control, of which part of the page. */
type EarlyPress = { event: MouseEvent; control: Element; part: string; name: string };

/** The page with the last click before the app listened; null when that was on no control. */
export type EarlyPage = typeof globalThis & { earlyPress?: EarlyPress | null };

/**
 * Repeats the last click that the app did not handle, as soon as it does: in the header and footer (`shell`) before the
 * `screen` between them, whose code may come later. src/app/tell-listening.tsx says when. Enter and the space bar click
 * a button, and Enter in a field clicks the button of its form, so keys are kept, too. `data-early-click` marks what
 * handles a click without being a button, and `data-early-fields` a form that may be filled in before.
 */
function keepEarlyPress() {
  const page = window as EarlyPage;
  const controls = 'button,[data-early-click]';
  const heard = new Set<string>();
  const about = (control: Element) => ({
    control,
    part: control.closest('main') ? 'screen' : 'shell',
    name: control.getAttribute('aria-label') ?? control.textContent,
  });
  const keep = (event: MouseEvent) => {
    const control = event.target instanceof Element && event.target.closest(controls);
    const press = control ? { event, ...about(control) } : null;
    // A click can bring the app to listen. Only once it is over is it known whether it was heard.
    setTimeout(() => {
      if (!press || !heard.has(press.part)) page.earlyPress = press;
    });
  };
  const repeat = ({ event, control, part, name }: EarlyPress) => {
    // If the app rebuilt the part of the page, only a name that no other control has is sure.
    const [first, second] = control.isConnected
      ? [control]
      : [...document.querySelectorAll(controls)].filter((one) => {
          const its = about(one);
          return its.part === part && its.name === name;
        });
    if (!second) first?.dispatchEvent(new MouseEvent('click', event));
  };
  addEventListener('click', keep, true);
  // The browser itself would put a password into the address.
  addEventListener('submit', (event) => heard.has('screen') || event.preventDefault(), true);
  addEventListener('DOMContentLoaded', () => {
    for (const fields of document.querySelectorAll('[data-early-fields]'))
      fields.removeAttribute('disabled');
  });
  addEventListener('app-listens', (event) => {
    const part = String((event as CustomEvent).detail);
    if (part === 'screen') removeEventListener('click', keep, true);
    if (heard.has(part)) return;
    heard.add(part);
    setTimeout(() => {
      const press = page.earlyPress;
      if (press?.part !== part) return;
      page.earlyPress = null;
      repeat(press);
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
