type Span = { left: number; right: number };
type Box = Span & { top: number; bottom: number };

const margin = 16;
const gap = 12;
/** Nearer than this it seems to touch. */
const distance = 8;

/**
 * How far above the lower edge of the screen the launcher has to sit (pixels) to neither cover nor touch any of the
 * obstacles; null where they leave it no place in the lower half.
 */
export function clearance(
  launcher: Span & { height: number },
  obstacles: readonly Box[],
  screenHeight: number,
): number | null {
  const besideIt = (box: Box) =>
    box.bottom > box.top &&
    box.right > launcher.left - distance &&
    box.left < launcher.right + distance;
  let bottom = margin;
  for (const box of obstacles.filter(besideIt).sort((a, b) => b.bottom - a.bottom)) {
    const lower = screenHeight - bottom;
    const isInTheWay =
      box.top < lower + distance && box.bottom > lower - launcher.height - distance;
    if (isInTheWay) bottom = screenHeight - box.top + gap;
  }
  return bottom + launcher.height > screenHeight / 2 ? null : bottom;
}
