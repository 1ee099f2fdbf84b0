import { tmpdir } from 'node:os';
import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
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
