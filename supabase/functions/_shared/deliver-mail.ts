import { composeMail } from './compose-mail.ts';
import type { Log, ServiceRest } from './deps.ts';
import { claimMail, finishMail, type QueuedMail } from './mail-calls.ts';
import type { MailTransport } from './mail-message.ts';

export type DeliverMailDeps = {
  rest: ServiceRest;
  transport: MailTransport;
  now: () => Date;
  /** Origin of the site without a trailing slash, as it stands in links. */
  publicUrl: string;
  log: Log;
};

/**
 * Sends the mail that is ready. A mail that cannot be written or sent is noted with its reason and
 * tried again later; the others go out. Answers how many were claimed: 0 means nothing is ready.
 */
export async function deliverMail(
  deps: DeliverMailDeps,
  { batch = 10, leaseSeconds = 300 }: { batch?: number; leaseSeconds?: number } = {},
): Promise<number> {
  const mails = await claimMail(deps.rest, batch, leaseSeconds);
  for (const mail of mails) await deliver(deps, mail);
  return mails.length;
}

async function deliver(deps: DeliverMailDeps, mail: QueuedMail): Promise<void> {
  const failure = await tryToSend(deps, mail);
  try {
    await finishMail(deps.rest, mail.id, failure);
  } catch (error) {
    // The lease runs out and the mail is sent once more, with the same message id.
    deps.log.error({ err: error, mailKey: mail.key }, 'A mail could not be marked as done');
  }
}

async function tryToSend(deps: DeliverMailDeps, mail: QueuedMail): Promise<string | undefined> {
  try {
    const message = await composeMail(deps, mail);
    if (message) await deps.transport.send(message);
    return undefined;
  } catch (error) {
    deps.log.warn({ err: error, mailKey: mail.key }, 'A mail could not be sent');
    return (error instanceof Error ? error.message : String(error)).slice(0, 500);
  }
}
