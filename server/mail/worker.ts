import { oneAtATime } from '../one-at-a-time.ts';

type MailWorkerOptions = {
  /** Sends one batch and returns the number of emails; 0 means nothing is ready. */
  deliver: () => Promise<number>;
  onError: (error: unknown) => void;
};

export type MailWorker = {
  /** Sends everything that is ready, and returns the number. */
  run: () => Promise<number>;
  /** Signals that email was queued; never waits, never throws. */
  wake: () => void;
  /** Starts no new batch, and resolves when the current one is sent. The rest stays queued. */
  stop: () => Promise<void>;
};

/** Empties the outbox batch by batch, one at a time however often it is woken. */
export function createMailWorker({ deliver, onError }: MailWorkerOptions): MailWorker {
  let isStopped = false;
  const round = oneAtATime(async () => {
    let total = 0;
    while (!isStopped) {
      const taken = await deliver();
      if (taken === 0) break;
      total += taken;
    }
    return total;
  });
  return {
    run: round.run,
    wake: () => {
      if (!isStopped) round.run().catch(onError);
    },
    stop: async () => {
      isStopped = true;
      await round.idle();
    },
  };
}
