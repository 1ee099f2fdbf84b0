import type { Pool } from 'pg';
import { sign, signatureHeader } from './events.ts';

export type SignedMessage = { body: string; headers: Record<string, string> };

export type WebhookTarget = {
  secret: string;
  /** Sends the signed message to the endpoint and returns its answer. */
  deliver: (message: SignedMessage) => Promise<Response>;
};

type PendingEvent = { id: string; payload: string; attempts: number };

const batchSize = 20;
// A replica's lease on a message; a dead replica's lease expires.
const leaseSeconds = 60;
const firstRetrySeconds = 5;
const longestRetrySeconds = 3600;
const givenUpAfterSeconds = 3 * 24 * 3600;

/** Delivers every due message, oldest first. Returns how many the endpoint accepted. */
export async function deliverDueEvents(
  pool: Pool,
  target: WebhookTarget,
  now: () => Date,
): Promise<number> {
  let taken = 0;
  for (;;) {
    const events = await claimDueEvents(pool, now());
    for (const event of events) {
      const failure = await send(target, event.payload);
      await recordAttempt(pool, event, failure, now());
      if (failure === null) taken += 1;
    }
    if (events.length < batchSize) return taken;
  }
}

async function claimDueEvents(pool: Pool, now: Date): Promise<PendingEvent[]> {
  const { rows } = await pool.query<PendingEvent & { position: string }>(
    `update payments_sandbox.events
     set attempts = attempts + 1,
         next_attempt_at = $1::timestamptz + make_interval(secs => $2)
     where id = any (array(
       select id from payments_sandbox.events
       where delivered_at is null and next_attempt_at <= $1::timestamptz
         and created_at > $1::timestamptz - make_interval(secs => $3)
       order by position limit $4 for update skip locked))
     returning id, payload, attempts, position::text`,
    [now.toISOString(), leaseSeconds, givenUpAfterSeconds, batchSize],
  );
  return rows.sort((a, b) => Number(a.position) - Number(b.position));
}

/** Null when the endpoint accepted the message, otherwise the reason. */
async function send(target: WebhookTarget, payload: string): Promise<string | null> {
  try {
    const signature = sign(payload, target.secret);
    const headers = { 'content-type': 'application/json', [signatureHeader]: signature };
    const response = await target.deliver({ body: payload, headers });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function recordAttempt(
  pool: Pool,
  event: PendingEvent,
  failure: string | null,
  now: Date,
): Promise<void> {
  const waitSeconds = Math.min(firstRetrySeconds * 4 ** (event.attempts - 1), longestRetrySeconds);
  await pool.query(
    `update payments_sandbox.events
     set delivered_at = case when $2::text is null then $3::timestamptz end,
         last_error = $2,
         next_attempt_at = $3::timestamptz + make_interval(secs => $4)
     where id = $1`,
    [event.id, failure, now.toISOString(), waitSeconds],
  );
}
