import { useLayoutEffect, useRef } from 'react';
import { linesOutside } from '@/lib/text-lines.ts';
import { toastPlace, type Obstacle } from './toast-place.ts';

// A label without an id to name has its field inside.
const pressed = 'a[href], button, summary, label:not([for]), [data-keep-clear]';
const typedIn = 'input, select, textarea';
/** Whose words count, and not only its buttons. */
const panel = '[role="dialog"], [role="alertdialog"]';
/** What is needed less than the rest of the screen while a toast is shown. */
const passed = '[data-may-cover]';
const costs = {
  field: 1,
  words: 5,
  panel: 10,
  passed: 15,
  changed: 40,
  pressed: 100,
  main: 500,
  focused: 10_000,
};
/** What a screen is for, and the bars at its edge. */
const main = '.button-primary, [data-keep-clear], [data-keep-clear] *';

/** Of what is higher than this (pixels), a photo for one, enough is left to press beside a toast. */
const tall = 128;

/**
 * Keeps a toast off words, off what can be pressed and off what changes, however the page is scrolled. `toastId` is the one
 * that is shown. The chat's launcher makes way by itself.
 */
export function useToastPlace(toastId: number | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const region = ref.current;
    if (toastId === undefined || !region) return;
    let frame = 0;
    const changed = new Set<Element>();
    const place = () => {
      frame = 0;
      const toast = region.querySelector('.toast');
      if (!toast) return;
      const { left, right, height } = toast.getBoundingClientRect();
      const words = linesOutside(region)
        .filter(({ top, bottom }) => bottom > 0 && top < window.innerHeight)
        .map(({ left, right, top, bottom }) => ({ left, right, top, bottom, cost: costs.words }));
      const obstacles = [...obstaclesBeside(region), ...changesBeside(region, changed), ...words];
      const bottom = toastPlace({ left, right, height }, obstacles, window.innerHeight);
      region.style.setProperty('--toast-bottom', `${bottom}px`);
    };
    const placeSoon = () => {
      frame ||= window.requestAnimationFrame(place);
    };
    place();
    const changes = new MutationObserver((records) => {
      for (const one of records.flatMap(changedBy)) changed.add(one);
      placeSoon();
    });
    changes.observe(document.body, { childList: true, characterData: true, subtree: true });
    document.addEventListener('focusin', placeSoon);
    window.addEventListener('scroll', placeSoon, { passive: true });
    window.addEventListener('resize', placeSoon);
    return () => {
      changes.disconnect();
      window.cancelAnimationFrame(frame);
      document.removeEventListener('focusin', placeSoon);
      window.removeEventListener('scroll', placeSoon);
      window.removeEventListener('resize', placeSoon);
    };
  }, [toastId]);
  return ref;
}

function obstaclesBeside(region: Element): Obstacle[] {
  return Array.from(document.querySelectorAll(`${pressed}, ${typedIn}, ${panel}`))
    .filter(
      (one) => !region.contains(one) && !one.closest('[aria-hidden="true"], [data-makes-way]'),
    )
    .map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { left, right, top, bottom, cost: costOf(one) };
    })
    .filter(({ top, bottom, cost }) => cost === costs.panel || bottom - top <= tall);
}

function costOf(one: Element): number {
  if (one.matches(panel)) return costs.panel;
  if (one === document.activeElement) return costs.focused;
  if (one.closest(passed)) return costs.passed;
  if (one.matches(main)) return costs.main;
  return one.matches(pressed) ? costs.pressed : costs.field;
}

/** The elements that came, or whose words did. */
function changedBy({ type, target, addedNodes }: MutationRecord): Element[] {
  const words = (node: Node) => (node instanceof Element ? node : node.parentElement);
  const nodes = type === 'characterData' ? [target] : Array.from(addedNodes);
  return nodes.map(words).filter((one) => one !== null);
}

/** A part of the page that is higher than a few lines has its words elsewhere, too. */
const changesBeside = (region: Element, changed: ReadonlySet<Element>): Obstacle[] =>
  Array.from(changed)
    .filter((one) => one.isConnected && !region.contains(one) && !one.contains(region))
    .map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { left, right, top, bottom, cost: costs.changed };
    })
    .filter(({ top, bottom }) => bottom - top <= tall);
