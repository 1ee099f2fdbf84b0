import { tmpdir } from 'node:os';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { asksWhetherAnswers } from './answers.ts';

test('calls share one question, and the next call asks again', async () => {
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

  const next = isHealthy();
  expect(settle).toHaveLength(2);
  settle[1]?.fail(new Error('away'));
  expect(await next).toBe(false);
});
