/** 1 -> "1 email", 2 -> "2 emails" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
