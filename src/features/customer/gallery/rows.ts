/** How wide a wall is in the widths of screens: the sum of its photos' ratios that makes a good row. */
export type Wall = {
  /** A row of this sum is as high as we like it. */
  ideal: number;
  /** A row of less would be too high, so it does not fill the wall. */
  least: number;
};

/** One photo's place: the fraction of the row that it takes, gaps left aside, and how many share the row. */
export type Place = { share: number; inRow: number };

/**
 * Hangs photos in rows from edge to edge, in their order and uncut: of all ways to break them into rows,
 * the one whose heights stay closest to the ideal. `ratios` are width by height.
 */
export function hangInRows(ratios: readonly number[], wall: Wall): Place[] {
  return breakIntoRows(ratios, wall).flatMap((row) => {
    const sum = Math.max(total(row), wall.least);
    return row.map((ratio) => ({ share: ratio / sum, inRow: row.length }));
  });
}

type Best = { cost: number; from: number };

function breakIntoRows(ratios: readonly number[], wall: Wall): number[][] {
  // best[n]: the cheapest way to hang the first n photos, and where its last row begins.
  const best: Best[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= ratios.length; end += 1) {
    best.push(cheapest(ratios, end, best, wall));
  }
  const rows: number[][] = [];
  for (let end = ratios.length; end > 0; end = best[end]?.from ?? 0) {
    rows.unshift(ratios.slice(best[end]?.from, end));
  }
  return rows;
}

function cheapest(ratios: readonly number[], end: number, best: readonly Best[], wall: Wall): Best {
  let found: Best = { cost: Infinity, from: end - 1 };
  let sum = 0;
  for (let from = end - 1; from >= 0; from -= 1) {
    sum += ratios[from] ?? 1;
    const cost = (best[from]?.cost ?? 0) + costOf(sum, wall);
    if (cost < found.cost) found = { cost, from };
    // Longer rows only get lower.
    if (sum > 3 * wall.ideal) break;
  }
  return found;
}

/** A row half as high as it should be is as bad as one twice as high, and an unfilled one worse still. */
function costOf(sum: number, { ideal, least }: Wall): number {
  return Math.log(sum / ideal) ** 2 + (sum < least ? 1 : 0);
}

const total = (row: readonly number[]) => row.reduce((sum, ratio) => sum + ratio, 0);
