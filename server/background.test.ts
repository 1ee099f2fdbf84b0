import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBackground, type Background, type Job } from './background.ts';

describe('a background job', () => {
  let errors: unknown[];
  let background: Background<'sweep' | 'mail'> | undefined;
  const idle: Job = { everyMs: 1000, run: () => Promise.resolve(0) };

  beforeEach(() => {
    vi.useFakeTimers();
    errors = [];
  });
  afterEach(async () => {
    await background?.stop();
    vi.useRealTimers();
  });

  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (details: object) => errors.push(details),
  };
  const start = (jobs: { sweep: Job; mail: Job }) => (background = startBackground(jobs, log));

  it('runs at the start, at every interval and when woken', async () => {
    const sweep = vi.fn(() => Promise.resolve(0));
    const mail = vi.fn(() => Promise.resolve(0));
    const running = start({
      sweep: { everyMs: 1000, run: sweep },
      mail: { everyMs: 5000, run: mail },
    });
    await vi.advanceTimersByTimeAsync(2500);
    expect([sweep.mock.calls.length, mail.mock.calls.length]).toEqual([3, 1]);
    running.wake('mail');
    await vi.advanceTimersByTimeAsync(0);
    expect([sweep.mock.calls.length, mail.mock.calls.length]).toEqual([3, 2]);
  });

  it('never runs twice at the same time', async () => {
    const finish: (() => void)[] = [];
    const run = () => new Promise<number>((resolve) => finish.push(() => resolve(0)));
    start({ sweep: { everyMs: 1000, run }, mail: idle });
    await vi.advanceTimersByTimeAsync(5000);
    expect(finish).toHaveLength(1);
    finish[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(finish).toHaveLength(2);
    finish[1]?.();
  });

  it('logs a failure and continues, like the other jobs', async () => {
    const run = vi.fn(() => Promise.reject(new Error('no database')));
    const mail = vi.fn(() => Promise.resolve(1));
    start({ sweep: { everyMs: 1000, run }, mail: { everyMs: 1000, run: mail } });
    await vi.advanceTimersByTimeAsync(1500);
    expect([run.mock.calls.length, mail.mock.calls.length]).toEqual([2, 2]);
    expect(errors).toMatchObject([{ job: 'sweep' }, { job: 'sweep' }]);
  });

  it('ends its current run when stopped, and starts no other', async () => {
    const finish: (() => void)[] = [];
    const run = () => new Promise<number>((resolve) => finish.push(() => resolve(0)));
    const running = start({ sweep: { everyMs: 1000, run }, mail: idle });
    await vi.advanceTimersByTimeAsync(0);
    let isStopped = false;
    const stopping = running.stop().then(() => (isStopped = true));
    await vi.advanceTimersByTimeAsync(3000);
    expect(isStopped).toBe(false);
    finish[0]?.();
    await stopping;
    running.wake('sweep', 'mail');
    await vi.advanceTimersByTimeAsync(3000);
    expect(finish).toHaveLength(1);
  });
});
