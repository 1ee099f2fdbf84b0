import type { ServiceRest } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';

/** Writes the reminders and requests that are due by now; each is written once. Answers how many. */
export const queueDueMails = (deps: { rest: ServiceRest; now: () => Date }) =>
  rpc(deps.rest, 'queue_due_mails', { as_of: deps.now().toISOString() });
