import type { Log } from '../http/deps.ts';
import type { Round } from './jobs.ts';

export type RanRounds = {
  /** How much each job did. */
  done: Record<string, number>;
  failed: string[];
  /** Still running when the time was up. */
  unfinished: string[];
};

type Options = {
  /** One email a round, so that a call that ends early has leased no other. Returns 0 when none is ready. */
  sendMail: Round;
  jobs: Readonly<Record<string, { run: Round }>>;
  limitMs: number;
  log: Log;
};

/**
 * Runs one round of each job side by side, and sends the ready emails meanwhile and afterwards. It ends at the limit
 * at the latest; a job that fails does not stop the others, and its next round retries.
 */
export async function runRounds({ sendMail, jobs, limitMs, log }: Options): Promise<RanRounds> {
  const done: Record<string, number> = {};
  const failed = new Set<string>();
  const running = new Set<string>();
  let isLate = false;

  const attempt = async (name: string, run: Round) => {
    running.add(name);
    try {
      done[name] = (done[name] ?? 0) + (await run());
    } catch (error) {
      failed.add(name);
      log.error({ err: error, job: name }, 'A background job failed and will be retried');
    }
    running.delete(name);
  };
  const mail = () => attempt('mail', () => sumOf(sendMail, () => isLate));
  const all = async () => {
    const others = Object.entries(jobs).map(([name, { run }]) => attempt(name, run));
    await Promise.all([mail(), ...others]);
    // What the others queued.
    if (!isLate) await mail();
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([all(), late]);
  isLate = true;
  clearTimeout(timer);
  return { done, failed: [...failed], unfinished: [...running] };
}

async function sumOf(round: Round, isLate: () => boolean): Promise<number> {
  let sum = 0;
  while (!isLate()) {
    const did = await round();
    if (did === 0) break;
    sum += did;
  }
  return sum;
}
