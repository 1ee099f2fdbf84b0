import { composeMail } from './compose-mail.ts';
import type { Log, ServiceRest } from '../http/deps.ts';
import { CodedError } from '../http/errors.ts';
import {
  claimMail,
  dropMail,
  finishMail,
  postponeMail,
  refuseMail,
  type QueuedMail,
} from './mail-calls.ts';
import { MailRefusedError, MailServerAwayError, type MailTransport } from './mail-message.ts';

const retryMs = 500;
/** Longer than a failover. With the time to send, shorter than the lease. */
const patienceMs = 90_000;

export type DeliverMailDeps = {
  rest: ServiceRest;
  transport: MailTransport;
  now: () => Date;
  /** Origin of the site without a trailing slash, for links. */
  publicUrl: string;
  log: Log;
};

/**
 * Sends the ready emails in order. Each is leased right before it is sent, so that waiting ones stay available to
 * other workers, and a worker that dies delays a single email. A failed email is recorded with its reason and
 * retried later; an irrelevant one is dropped. When the mail server is unavailable the round ends. Returns the
 * number of handled emails: 0 means that none is ready, or can be sent.
 */
export async function deliverMail(
  deps: DeliverMailDeps,
  { batch = 10, leaseSeconds = 300 }: { batch?: number; leaseSeconds?: number } = {},
): Promise<number> {
  for (let done = 0; done < batch; done += 1) {
    const [mail] = await claimMail(deps.rest, 1, leaseSeconds);
    if (!mail || (await deliver(deps, mail)) === 'server away') return done;
  }
  return batch;
}

async function deliver(deps: DeliverMailDeps, mail: QueuedMail): Promise<'done' | 'server away'> {
  const outcome = await tryToSend(deps, mail);
  try {
    await noteOnceBack(deps, mail, outcome);
  } catch (error) {
    // The lease will expire, and the email is sent again with the same Message-ID.
    deps.log.error({ err: error, mailId: mail.id }, 'An email could not be marked as sent');
  }
  return outcome instanceof MailServerAwayError ? 'server away' : 'done';
}

type Outcome = 'sent' | 'dropped' | Error;

async function tryToSend(deps: DeliverMailDeps, mail: QueuedMail): Promise<Outcome> {
  try {
    const message = await composeMail(deps, mail);
    if (!message) return 'dropped';
    await deps.transport.send(message);
    deps.log.worked?.('mail');
    return 'sent';
  } catch (error) {
    const isAway = error instanceof MailServerAwayError;
    deps.log.warn(
      { err: error, mailId: mail.id, ...(isAway && { outage: 'mail' }) },
      'An email could not be sent',
    );
    if (error instanceof MailRefusedError) deps.log.worked?.('mail');
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** While the database is unavailable for a moment, this worker alone knows that the email was sent. */
async function noteOnceBack(deps: DeliverMailDeps, mail: QueuedMail, outcome: Outcome) {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      await note(deps, mail, outcome);
      return;
    } catch (error) {
      const isAway = error instanceof CodedError && error.code === 'database_away';
      if (!isAway || performance.now() > until) throw error;
      await new Promise((next) => setTimeout(next, retryMs));
    }
  }
}

async function note({ rest }: DeliverMailDeps, { id }: QueuedMail, outcome: Outcome) {
  if (outcome === 'sent') return finishMail(rest, id);
  if (outcome === 'dropped') return dropMail(rest, id);
  const reason = outcome.message.slice(0, 500);
  if (outcome instanceof MailServerAwayError) return postponeMail(rest, id, reason);
  if (outcome instanceof MailRefusedError) return refuseMail(rest, id, reason);
  return finishMail(rest, id, reason);
}
