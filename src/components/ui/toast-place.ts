type Box = { left: number; right: number; top: number; bottom: number };

/** `cost` says how bad it is to lie on it. */
export type Obstacle = Box & { cost: number };

const margin = 20;
const gap = 8;

/**
 * How far above the lower edge of the screen a toast stands (pixels): where it lies on the least, and of such
 * places the lowest.
 */
export function toastPlace(
  toast: Pick<Box, 'left' | 'right'> & { height: number },
  obstacles: readonly Obstacle[],
  screenHeight: number,
): number {
  const inItsColumn = obstacles.filter(
    (box) => box.bottom > box.top && box.right > toast.left && box.left < toast.right,
  );
  const highest = screenHeight - margin - toast.height;
  const places = inItsColumn
    .flatMap((box) => [
      screenHeight - box.top + gap,
      screenHeight - box.bottom - gap - toast.height,
    ])
    .filter((place) => place > margin && place < highest);
  const costOf = (place: number) => {
    const lower = screenHeight - place;
    return inItsColumn
      .filter((box) => box.top < lower && box.bottom > lower - toast.height)
      .reduce((sum, { cost }) => sum + cost, 0);
  };
  return [margin, ...places, highest]
    .map((place) => ({ place, cost: costOf(place) }))
    .reduce((best, one) =>
      one.cost < best.cost || (one.cost === best.cost && one.place < best.place) ? one : best,
    ).place;
}
