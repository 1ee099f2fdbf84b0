import { tmpdir } from 'node:os';
import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { openEmbeddedCopy } from '../../testing/embedded-copies.ts';
import { asksWhetherAnswers } from './answers.ts';

afterEach(() => vi.useRealTimers());

test('calls share one question and for a moment its answer, and a later call asks again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const settle: { answer: (result: object) => void; fail: (error: Error) => void }[] = [];
  const pool = {
    query: () =>
      new Promise((answer, fail) => {
        settle.push({ answer, fail });
      }),
  } as unknown as Pool;
  const isHealthy = asksWhetherAnswers({ kind: 'postgres', pool }, tmpdir());

  const both = [isHealthy(), isHealthy()];
  expect(settle).toHaveLength(1);
  settle[0]?.answer({});
  expect(await Promise.all(both)).toEqual([true, true]);

  expect(await isHealthy()).toBe(true);
  expect(settle).toHaveLength(1);

  vi.advanceTimersByTime(250);
  const next = isHealthy();
  expect(settle).toHaveLength(2);
  settle[1]?.fail(new Error('away'));
  expect(await next).toBe(false);

  void isHealthy();
  expect(settle).toHaveLength(3);
});

test('the answer does not wait behind a slow statement of the embedded database, which its limit ends', async () => {
  const database = await openEmbeddedCopy();
  const isHealthy = asksWhetherAnswers(database, tmpdir());
  database.limitStatements?.(4_000);
  let isOver = false;
  const slow = database.pool
    .query('select count(*) from generate_series(1, 100000000000) as n')
    .catch((error: unknown) => (error as { code?: string }).code)
    .finally(() => (isOver = true));
  await expect.poll(() => database.isAtWork?.()).toBe(true);
  expect(await isHealthy()).toBe(true);
  expect(isOver).toBe(false);
  expect(await slow).toBe('57014');
  expect(database.isAtWork?.()).toBe(false);
  expect(await isHealthy()).toBe(true);
  await database.close();
});
