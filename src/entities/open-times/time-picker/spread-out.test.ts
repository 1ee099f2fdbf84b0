import { expect, test } from 'vitest';
import { spreadOut } from './spread-out.ts';

const starts = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each([
  [0, []],
  [1, [0]],
  [3, [0, 1, 2]],
  [4, [0, 2, 3]],
  [6, [0, 3, 5]],
  [18, [0, 9, 17]],
  [19, [0, 9, 18]],
])('of %i starts three, from the first to the last', (count, shown) => {
  expect(spreadOut(starts(count), 3)).toEqual(shown);
});

test.each([2, 3, 4, 5])('shows %i of any longer list', (count) => {
  for (let length = count; length < 50; length += 1) {
    expect(spreadOut(starts(length), count), `of ${length}`).toHaveLength(count);
  }
});
