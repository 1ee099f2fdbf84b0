import { useEffect, useRef } from 'react';
import { afterPaint } from '@/lib/after-paint.ts';
import { linesOutside } from '@/lib/text-lines.ts';
import { clearance } from './clearance.ts';

/** What may never lie under the launcher, however high. Reviews pass by, so all of their strip counts. */
const whole = 'input, select, textarea, [data-keep-clear], .review-strip';

/** What is pressed. Of what is higher than `tall` (pixels), a photo for one, enough is left beside the launcher. */
const pressed = 'a[href], button, summary, iframe, label:has([type=radio], [type=checkbox])';
const tall = 128;

/** Keeps what it is given clear of words and controls, however the page is scrolled, and out of sight where it cannot be. */
export function useClearance<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useEffect(() => {
    let isDue = false;
    function place() {
      isDue = false;
      const element = ref.current;
      if (!element) return;
      const { left, right, height } = element.getBoundingClientRect();
      if (height === 0) return;
      const boxesOf = (selector: string) =>
        Array.from(document.querySelectorAll(selector))
          .filter((one) => !element.contains(one))
          .map((one) => one.getBoundingClientRect());
      const boxes = [
        ...boxesOf(whole),
        ...boxesOf(pressed).filter((box) => box.height <= tall),
        ...linesOutside(element),
      ];
      const bottom = clearance({ left, right, height }, boxes, window.innerHeight);
      element.toggleAttribute('data-crowded', bottom === null);
      // Written only when it differs: a write is a change, and changes are watched.
      const isHere = element.style.getPropertyValue('--clearance') === `${bottom}px`;
      if (bottom !== null && !isHere) element.style.setProperty('--clearance', `${bottom}px`);
    }
    // Measured in a frame, the page would be laid out twice for it.
    const placeSoon = () => {
      if (!isDue) afterPaint(place);
      isDue = true;
    };
    // What changes without being scrolled.
    const resizes = new ResizeObserver(placeSoon);
    resizes.observe(document.body);
    const changes = new MutationObserver(placeSoon);
    changes.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['hidden', 'open', 'class', 'style'],
    });
    // What moves is measured where it is; where it comes to rest is known at the end.
    const ends = ['animationend', 'transitionend'] as const;
    for (const end of ends) document.addEventListener(end, placeSoon);
    window.addEventListener('scroll', placeSoon, { passive: true });
    window.addEventListener('resize', placeSoon);
    return () => {
      resizes.disconnect();
      changes.disconnect();
      window.removeEventListener('scroll', placeSoon);
      window.removeEventListener('resize', placeSoon);
      for (const end of ends) document.removeEventListener(end, placeSoon);
    };
  }, []);
  return ref;
}
