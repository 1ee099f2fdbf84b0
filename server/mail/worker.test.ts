import { describe, expect, it } from 'vitest';
import { createMailWorker } from './worker.ts';

// A background job runs it: background.test.ts holds that it never overlaps itself and survives a failure.
describe('the email worker', () => {
  it('sends batch after batch until the outbox is empty', async () => {
    const sizes = [10, 10, 3];
    const worker = createMailWorker(() => Promise.resolve(sizes.shift() ?? 0));
    expect(await worker.run()).toBe(23);
    expect(sizes).toEqual([]);
  });

  it('stops after the current batch and leaves the rest queued', async () => {
    const sizes = [10, 10];
    const worker = createMailWorker(() => {
      worker.stop();
      return Promise.resolve(sizes.shift() ?? 0);
    });
    expect(await worker.run()).toBe(10);
    expect(await worker.run()).toBe(0);
    expect(sizes).toEqual([10]);
  });
});
