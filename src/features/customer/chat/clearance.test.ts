import { expect, test } from 'vitest';
import { clearance } from './clearance.ts';

const launcher = { left: 320, right: 374, height: 54 };
const screenHeight = 800;
const wide = { left: 20, right: 370 };

test('the button is in its corner if nothing is in its way', () => {
  expect(clearance(launcher, [], screenHeight)).toBe(16);
  expect(clearance(launcher, [{ ...wide, top: 300, bottom: 348 }], screenHeight)).toBe(16);
});

test('the button moves up above a bar at the bottom', () => {
  expect(clearance(launcher, [{ left: 0, right: 390, top: 742, bottom: 800 }], 800)).toBe(70);
});

test('the button also clears an element above the bar', () => {
  const bar = { left: 0, right: 390, top: 742, bottom: 800 };
  const button = { ...wide, top: 690, bottom: 738 };
  expect(clearance(launcher, [button, bar], screenHeight)).toBe(122);
});

test('the button keeps a distance from what ends just above, begins just below or ends just beside it', () => {
  // It is from 730 to 784 in its corner.
  expect(clearance(launcher, [{ ...wide, top: 700, bottom: 727 }], screenHeight)).toBe(112);
  expect(clearance(launcher, [{ ...wide, top: 787, bottom: 840 }], screenHeight)).toBe(25);
  expect(clearance(launcher, [{ left: 20, right: 317, top: 740, bottom: 788 }], 800)).toBe(72);
  expect(clearance(launcher, [{ ...wide, top: 690, bottom: 722 }], screenHeight)).toBe(16);
});

test('elements beside it, or hidden ones, are ignored', () => {
  const beside = { left: 20, right: 300, top: 740, bottom: 788 };
  const hidden = { left: 0, right: 0, top: 0, bottom: 0 };
  expect(clearance(launcher, [beside, hidden], screenHeight)).toBe(16);
});

test('the button has no place if the lower half is full', () => {
  const stack = [700, 600, 500, 400].map((top) => ({ ...wide, top, bottom: top + 99 }));
  expect(clearance(launcher, stack, screenHeight)).toBeNull();
});
