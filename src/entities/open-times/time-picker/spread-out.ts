/** `count` of these, at least two: the first, the last, and those between them at even distances. All, if they are fewer. */
export function spreadOut<Item>(all: readonly Item[], count: number): readonly Item[] {
  if (all.length <= count) return all;
  const step = (all.length - 1) / (count - 1);
  const chosen = new Set(Array.from({ length: count }, (_, index) => Math.round(index * step)));
  return all.filter((_, index) => chosen.has(index));
}
