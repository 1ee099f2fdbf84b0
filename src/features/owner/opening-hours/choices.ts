/** The usual choices, and the current one where it is none of them. In order. */
export const withCurrent = (usual: readonly number[], current: number): number[] =>
  Number.isFinite(current)
    ? [...new Set([...usual, current])].sort((one, other) => one - other)
    : [...usual];
