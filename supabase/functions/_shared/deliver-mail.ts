import type { Log, ServiceRest } from './deps.ts';
import type { MailTransport } from './mail-message.ts';

export type DeliverMailDeps = {
  rest: ServiceRest;
  transport: MailTransport;
  now: () => Date;
  publicUrl: string;
  log: Log;
};

/** Sends the mail that is ready. Answers how many were claimed: 0 means the outbox is empty. */
export function deliverMail(
  deps: DeliverMailDeps,
  options: { batch?: number; leaseSeconds?: number } = {},
): Promise<number> {
  return Promise.reject(new Error(`not written yet: ${deps.publicUrl} ${options.batch ?? 20}`));
}
