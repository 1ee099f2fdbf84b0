/**
 * Empties the outbox: `run` calls `deliver`, which returns the number of emails of a batch, until nothing is ready,
 * and returns the total. After `stop` it starts no new batch; the rest stays queued.
 */
export function createMailWorker(deliver: () => Promise<number>) {
  let isStopped = false;
  return {
    run: async () => {
      let total = 0;
      while (!isStopped) {
        const sent = await deliver();
        if (sent === 0) break;
        total += sent;
      }
      return total;
    },
    stop: () => {
      isStopped = true;
    },
  };
}
