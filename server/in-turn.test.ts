import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('calls run one after the other, in order', async () => {
  const log: string[] = [];
  const work = inTurn(async (name: string) => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    return name.toUpperCase();
  });
  expect(await Promise.all([work('a'), work('b')])).toEqual(['A', 'B']);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a failed call does not block the next', async () => {
  const work = inTurn((fails: boolean) =>
    fails ? Promise.reject(new Error('broken')) : Promise.resolve('done'),
  );
  const [first, second] = [work(true), work(false)];
  await expect(first).rejects.toThrow('broken');
  await expect(second).resolves.toBe('done');
});
