import { logFailure } from '@/lib/log-failure.ts';

/** Work that one tab at a time does, and that is tried again while it fails. */
export type Lane = { go: () => Promise<void>; isBusy: () => boolean };

type LaneOptions = {
  /** The lock that the tabs share. */
  name: string;
  /** Answers whether nothing is left to do. */
  work: () => Promise<boolean>;
  /** Called when it begins and when it ends. */
  onTurn: () => void;
  /** Called when nothing more is done for now. */
  onRest?: () => Promise<void>;
};

const pausesMs = [2_000, 5_000, 15_000, 30_000, 60_000];

export function createLane({ name, work, onTurn, onRest }: LaneOptions): Lane {
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function go(): Promise<void> {
    isAskedAgain = true;
    running ??= run();
    onTurn();
    return running;
  }

  async function run() {
    clearTimeout(retry);
    // Asked again at any moment until `running` is null: what came during the rest has to be done, too.
    while (isAskedAgain) {
      await workWhileAsked();
      await onRest?.().catch(told);
    }
    running = null;
    onTurn();
    if (failures > 0)
      retry = setTimeout(() => void go(), pausesMs[Math.min(failures, pausesMs.length) - 1]);
  }

  async function workWhileAsked() {
    try {
      while (isAskedAgain) {
        isAskedAgain = false;
        failures = (await withLock(name, work)) ? 0 : failures + 1;
      }
    } catch (error) {
      failures += 1;
      told(error);
    }
  }

  return { go, isBusy: () => running !== null };
}

const told = (error: unknown) =>
  logFailure('What is stored on this device could not be sent', error);

const withLock = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();
