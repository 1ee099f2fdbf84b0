import { describe, expect, it } from 'vitest';
import { runRounds } from './run-rounds.ts';

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };
const never = () => new Promise<number>(quiet);

/** Sends that many emails, one a round. */
const mails = (ready: number[]) => () => Promise.resolve(ready.pop() ?? 0);

describe('A call of the background jobs', () => {
  it('runs each job once and sends the ready emails one by one', async () => {
    const ran = await runRounds({
      sendMail: mails([1, 1, 1]),
      jobs: {
        refunds: { run: () => Promise.resolve(2) },
        offers: { run: () => Promise.resolve(0) },
      },
      limitMs: 60_000,
      log,
    });
    expect(ran).toEqual({ done: { mail: 3, refunds: 2, offers: 0 }, failed: [], unfinished: [] });
  });

  it('sends the emails that another job queued', async () => {
    const ready: number[] = [];
    const queue = async () => {
      await Promise.resolve();
      ready.push(1, 1);
      return 2;
    };
    const ran = await runRounds({
      sendMail: mails(ready),
      jobs: { dueMails: { run: queue } },
      limitMs: 60_000,
      log,
    });
    expect(ran.done).toEqual({ mail: 2, dueMails: 2 });
  });

  it('continues after a job that fails, and names it', async () => {
    const ran = await runRounds({
      sendMail: mails([1]),
      jobs: { reconcile: { run: () => Promise.reject(new Error('no answer')) } },
      limitMs: 60_000,
      log,
    });
    expect(ran).toEqual({ done: { mail: 1 }, failed: ['reconcile'], unfinished: [] });
  });

  it('ends at the limit, names what still runs, and starts nothing more', async () => {
    let attempts = 0;
    let finish: (sent: number) => void = quiet;
    const sendMail = () => {
      attempts += 1;
      return new Promise<number>((resolve) => {
        finish = resolve;
      });
    };
    const ran = await runRounds({
      sendMail,
      jobs: { reconcile: { run: never } },
      limitMs: 1,
      log,
    });
    expect(ran).toEqual({ done: {}, failed: [], unfinished: ['reconcile', 'mail'] });
    finish(1);
    await Promise.resolve();
    await Promise.resolve();
    expect(attempts).toBe(1);
  });
});
