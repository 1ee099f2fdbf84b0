import { describe, expect, it } from 'vitest';
import { createMailWorker } from './worker.ts';

/** Batches that end when the test says so. */
function heldBatches(sizes: number[]) {
  const started: (() => void)[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const deliver = async () => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    await new Promise<void>((resolve) => started.push(resolve));
    atOnce -= 1;
    return sizes.shift() ?? 0;
  };
  return { deliver, started, mostAtOnce: () => mostAtOnce };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('the email worker', () => {
  const onError = () => undefined;

  it('sends batch after batch until the outbox is empty', async () => {
    const sizes = [10, 10, 3];
    const worker = createMailWorker({
      deliver: () => Promise.resolve(sizes.shift() ?? 0),
      onError,
    });
    expect(await worker.run()).toBe(23);
    expect(sizes).toEqual([]);
  });

  it('sends one batch at a time however often it is woken, and checks again after the last wake', async () => {
    const batches = heldBatches([]);
    const worker = createMailWorker({ deliver: batches.deliver, onError });
    for (let count = 0; count < 5; count += 1) worker.wake();
    await soon();
    worker.wake();
    worker.wake();
    await soon();
    expect(batches.started).toHaveLength(1);
    batches.started[0]?.();
    await soon();
    expect(batches.started).toHaveLength(2);
    batches.started[1]?.();
    await worker.stop();
    expect(batches.started).toHaveLength(2);
    expect(batches.mostAtOnce()).toBe(1);
  });

  it('stops after the current batch and leaves the rest queued', async () => {
    const batches = heldBatches([10, 10]);
    const worker = createMailWorker({ deliver: batches.deliver, onError });
    worker.wake();
    await soon();
    let isStopped = false;
    const stopping = worker.stop().then(() => (isStopped = true));
    await soon();
    expect(isStopped).toBe(false);
    batches.started[0]?.();
    await stopping;
    worker.wake();
    await soon();
    expect(batches.started).toHaveLength(1);
  });

  it('reports a failure and can be woken again', async () => {
    const errors: unknown[] = [];
    const answers = [() => Promise.reject(new Error('no database')), () => Promise.resolve(0)];
    const worker = createMailWorker({
      deliver: () => (answers.shift() ?? (() => Promise.resolve(0)))(),
      onError: (error) => errors.push(error),
    });
    worker.wake();
    await soon();
    expect(errors).toEqual([new Error('no database')]);
    expect(await worker.run()).toBe(0);
  });
});
