// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { createLane } from './lane.ts';

test('what is asked for while it rests is done, too', async () => {
  const work = vi.fn(() => Promise.resolve(true));
  let rests = 0;
  const lane = createLane({
    name: 'a lane',
    work,
    onTurn: () => undefined,
    onRest: () => {
      rests += 1;
      if (rests === 1) void lane.go();
      return Promise.resolve();
    },
  });
  await lane.go();
  expect(work).toHaveBeenCalledTimes(2);
  expect(lane.isBusy()).toBe(false);
});

test('a failing rest ends the turn, and the next one works', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const work = vi.fn(() => Promise.resolve(true));
  const lane = createLane({
    name: 'a lane',
    work,
    onTurn: () => undefined,
    onRest: () => Promise.reject(new Error('No store')),
  });
  await lane.go();
  expect(lane.isBusy()).toBe(false);
  await lane.go();
  expect(work).toHaveBeenCalledTimes(2);
});
