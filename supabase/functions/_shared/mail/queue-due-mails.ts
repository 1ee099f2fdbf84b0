import type { ServiceRest } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';

/** Queues the reminders and review requests that are due; each is queued once. Returns the number. */
export const queueDueMails = (deps: { rest: ServiceRest; now: () => Date }) =>
  rpc(deps.rest, 'queue_due_mails', { as_of: deps.now().toISOString() });
