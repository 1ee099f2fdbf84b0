import type { Log } from '../supabase/functions/_shared/http/deps.ts';
import { oneAtATime } from './one-at-a-time.ts';

export type Job = {
  everyMs: number;
  /** Returns how much it did, for the log; 0 is not logged. */
  run: () => Promise<number>;
};

export type Background<Name extends string> = {
  /** Runs these jobs now instead of at their next turn; never waits, never throws. */
  wake: (...names: Name[]) => void;
  /** Stops the timers, and resolves when the current rounds are done. */
  stop: () => Promise<void>;
};

/**
 * Runs each job at the start and at intervals. A job never overlaps itself, a failure is logged and retried at the
 * next turn, and timers alone do not keep the process alive.
 */
export function startBackground<Name extends string>(
  jobs: Record<Name, Job>,
  log: Log,
): Background<Name> {
  let isStopped = false;
  const runners = (Object.keys(jobs) as Name[]).map((name) => {
    const round = oneAtATime(() => runJob(name, jobs[name], log));
    const start = () => {
      if (!isStopped) void round.run();
    };
    const timer = setInterval(start, jobs[name].everyMs);
    timer.unref();
    start();
    return { name, start, timer, idle: round.idle };
  });
  return {
    wake: (...names) => {
      for (const runner of runners) if (names.includes(runner.name)) runner.start();
    },
    stop: async () => {
      isStopped = true;
      for (const { timer } of runners) clearInterval(timer);
      await Promise.all(runners.map(({ idle }) => idle()));
    },
  };
}

async function runJob(name: string, job: Job, log: Log): Promise<void> {
  try {
    const done = await job.run();
    log.worked?.(outageOf(name));
    if (done > 0) log.info({ job: name, done }, 'A background job ran');
  } catch (error) {
    log.error(
      { err: error, job: name, outage: outageOf(name) },
      'A background job failed and will be retried',
    );
  }
}

const outageOf = (job: string) => `the job ${job}`;
