import type { PoolClient } from 'pg';
import type { FormObject } from './form-parameters.ts';
import { StripeFailure, type Answer } from './stripe-failure.ts';

const keptFor = 24 * 3_600_000;

export type KeyedRequest = {
  key: string;
  /** Method and path: a key belongs to one of them. */
  request: string;
  form: FormObject;
  requestId: string;
  now: Date;
};

export type KeyedAnswer = Answer & { replayedFrom: string | null };

type KeyRow = {
  request: string;
  parameters: string;
  request_id: string;
  status: number;
  body: string;
};

/**
 * Runs the request once for its key. The same key gets the same answer, also while the first request still runs
 * (the insert waits for its transaction); with other parameters it is an error.
 */
export async function answerOnce(
  client: PoolClient,
  keyed: KeyedRequest,
  run: () => Promise<{ answer: Answer; isKept: boolean }>,
): Promise<KeyedAnswer> {
  const parameters = canonical(keyed.form);
  await client.query('delete from payments_sandbox.idempotency_keys where created_at < $1', [
    new Date(keyed.now.getTime() - keptFor).toISOString(),
  ]);
  const { rowCount } = await client.query(
    `insert into payments_sandbox.idempotency_keys (key, request, parameters, request_id, created_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [keyed.key, keyed.request, parameters, keyed.requestId, keyed.now.toISOString()],
  );
  if (rowCount === 0) return await replay(client, keyed, parameters);
  const { answer, isKept } = await run();
  await (isKept ? keep(client, keyed.key, answer) : forget(client, keyed.key));
  return { ...answer, replayedFrom: null };
}

async function replay(
  client: PoolClient,
  keyed: KeyedRequest,
  parameters: string,
): Promise<KeyedAnswer> {
  const { rows } = await client.query<KeyRow>(
    `select request, parameters, request_id, status, body
     from payments_sandbox.idempotency_keys where key = $1`,
    [keyed.key],
  );
  const [stored] = rows;
  if (!stored || stored.request !== keyed.request || stored.parameters !== parameters) {
    throw new StripeFailure(
      400,
      {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${keyed.key}' if you meant to execute a different request.`,
      },
      false,
    );
  }
  const body = JSON.parse(stored.body) as unknown;
  return { status: stored.status, body, replayedFrom: stored.request_id };
}

const keep = (client: PoolClient, key: string, answer: Answer) =>
  client.query(
    'update payments_sandbox.idempotency_keys set status = $2, body = $3 where key = $1',
    [key, answer.status, JSON.stringify(answer.body)],
  );

const forget = (client: PoolClient, key: string) =>
  client.query('delete from payments_sandbox.idempotency_keys where key = $1', [key]);

/** The parameters as text, independent of their order. */
const canonical = (form: FormObject): string =>
  JSON.stringify(form, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
