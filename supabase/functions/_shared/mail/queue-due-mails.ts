import { z } from 'zod';
import type { ServiceRest } from '../http/deps.ts';
import { rpcAnswer } from '../http/rpc-answer.ts';

/** Writes the reminders and requests that are due by now; each is written once. Answers how many. */
export async function queueDueMails(deps: { rest: ServiceRest; now: () => Date }): Promise<number> {
  return rpcAnswer(
    deps.rest.rpc('queue_due_mails', { as_of: deps.now().toISOString() }),
    z.number().int(),
  );
}
