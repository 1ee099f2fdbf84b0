import { useEffect, useRef } from 'react';
import { clearance } from './clearance.ts';

/** What may never lie under the launcher: buttons, and bars that stay at the lower edge of the screen. */
const obstacles = '.button, [data-keep-clear]';

/** Keeps what it is given clear of buttons, however the page is scrolled. */
export function useClearance<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useEffect(() => {
    let frame = 0;
    function place() {
      frame = 0;
      const element = ref.current;
      if (!element) return;
      const { left, right, height } = element.getBoundingClientRect();
      if (height === 0) return;
      const boxes = Array.from(document.querySelectorAll(obstacles), (one) =>
        one.getBoundingClientRect(),
      );
      const bottom = clearance({ left, right, height }, boxes, window.innerHeight);
      element.style.setProperty('--clearance', `${bottom}px`);
    }
    const placeSoon = () => {
      frame ||= window.requestAnimationFrame(place);
    };
    // A screen that changes without being scrolled changes its height.
    const observer = new ResizeObserver(placeSoon);
    observer.observe(document.body);
    window.addEventListener('scroll', placeSoon, { passive: true });
    window.addEventListener('resize', placeSoon);
    return () => {
      observer.disconnect();
      window.cancelAnimationFrame(frame);
      window.removeEventListener('scroll', placeSoon);
      window.removeEventListener('resize', placeSoon);
    };
  }, []);
  return ref;
}
