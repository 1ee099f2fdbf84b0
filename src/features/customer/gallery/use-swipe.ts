import { useRef, useState, type PointerEvent } from 'react';

/** Pixels that make a swipe. */
const threshold = 50;

/**
 * Follows a finger sideways; beyond the threshold it asks for the next one (1) or the one before (-1).
 * `drag` is how far the finger has come, in pixels.
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const startX = useRef<number | null>(null);
  const [drag, setDrag] = useState(0);

  const distance = (event: PointerEvent) =>
    startX.current === null ? 0 : event.clientX - startX.current;

  const end = () => {
    startX.current = null;
    setDrag(0);
  };

  return {
    drag,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        // A second finger pinches; a mouse has buttons to press instead.
        if (!event.isPrimary) end();
        else if (event.pointerType !== 'mouse') startX.current = event.clientX;
      },
      onPointerMove: (event: PointerEvent) => setDrag(distance(event)),
      onPointerUp: (event: PointerEvent) => {
        const moved = distance(event);
        end();
        if (Math.abs(moved) >= threshold) onSwipe(moved < 0 ? 1 : -1);
      },
      onPointerCancel: end,
    },
  };
}
