import { expect, test } from 'vitest';
import { toastPlace } from './toast-place.ts';

const toast = { left: 20, right: 370, height: 90 };
const wide = { left: 20, right: 370, cost: 1 };

test('a toast is at the bottom if nothing is in its way', () => {
  expect(toastPlace(toast, [], 780)).toBe(20);
  expect(toastPlace(toast, [{ ...wide, top: 300, bottom: 348 }], 780)).toBe(20);
});

test('a toast is above a bar, or above the button on top of the bar', () => {
  const bar = { ...wide, top: 720, bottom: 780 };
  const button = { ...wide, top: 650, bottom: 700 };
  expect(toastPlace(toast, [bar], 780)).toBe(68);
  expect(toastPlace(toast, [button, bar], 780)).toBe(138);
});

test('a toast fits between two obstacles with enough room', () => {
  const [low, high] = [
    { ...wide, top: 700, bottom: 780 },
    { ...wide, top: 540, bottom: 590 },
  ];
  expect(toastPlace(toast, [low, high], 780)).toBe(88);
});

test('an obstacle beside the toast is ignored', () => {
  expect(toastPlace(toast, [{ left: 380, right: 400, top: 700, bottom: 780, cost: 1 }], 780)).toBe(
    20,
  );
});

test('a toast without room covers the least important obstacle', () => {
  const buttons = [0, 100, 200, 300, 500, 600, 700].map((top) => ({
    ...wide,
    cost: 10,
    top,
    bottom: top + 80,
  }));
  const field = { ...wide, top: 400, bottom: 480 };
  const place = toastPlace(toast, [...buttons, field], 780);
  expect(780 - place).toBeLessThanOrEqual(500);
  expect(780 - place - toast.height).toBeGreaterThanOrEqual(380);
});
