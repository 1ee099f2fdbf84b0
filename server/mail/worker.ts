/**
 * Empties the outbox: `run` calls `deliver`, which returns the number of emails of a batch, until nothing is ready,
 * and returns the total. After `stop` it starts no new batch; the rest stays queued.
 */
export function createMailWorker(deliver: () => Promise<number>) {
  let isStopped = false;
  return {
    run: async () => {
      let total = 0;
      for (let sent = 1; sent > 0 && !isStopped; total += sent) sent = await deliver();
      return total;
    },
    stop: () => {
      isStopped = true;
    },
  };
}
