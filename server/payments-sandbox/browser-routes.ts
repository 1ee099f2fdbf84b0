import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Pool } from 'pg';
import { authorizeRoutes } from './authorize-routes.ts';
import {
  answerChallenge,
  confirm,
  showPaymentIntent,
  withoutServerFields,
} from './browser-operations.ts';
import { newId } from './new-id.ts';
import type { BrowserCall } from './operation.ts';
import { invalidRequest, StripeFailure, type Answer } from './stripe-failure.ts';
import { inTransaction } from '../backend/database/transaction.ts';

const largestBody = 16 * 1024;

type BrowserRoutesOptions = { pool: Pool; now: () => Date; onChange: () => void };

/** The endpoints of the sandbox's card form; the client secret grants access. */
export function browserRoutes({ pool, now, onChange }: BrowserRoutesOptions): Hono {
  const routes = new Hono();
  const run = <T>(id: string, work: (call: BrowserCall) => Promise<T>) => {
    const cause = { requestId: newId('req'), idempotencyKey: null };
    return inTransaction({ pool }, (client) => work({ client, id, now: now(), cause }));
  };
  const answerWith = async (id: string, work: (call: BrowserCall) => Promise<Answer>) =>
    respond(await refusalsAnswered(() => run(id, work)));

  routes.use(bodyLimit({ maxSize: largestBody, onError: () => respond(tooLarge) }));
  routes.get('/v1/payment_intents/:id', ({ req }) =>
    answerWith(req.param('id'), (call) =>
      showPaymentIntent(call, req.query('client_secret') ?? ''),
    ),
  );
  const changes = [
    ['confirm', confirm],
    ['challenge', answerChallenge],
  ] as const;
  for (const [name, operation] of changes) {
    routes.post(`/v1/payment_intents/:id/${name}`, async (c) => {
      // A body that is not JSON counts as empty, so the answer names what is missing.
      const body = await c.req.json<unknown>().catch(() => null);
      const response = await answerWith(c.req.param('id'), (call) => operation(call, body));
      onChange();
      return response;
    });
  }
  routes.route('/authorize', authorizeRoutes({ run, onChange }));
  routes.all('*', (c) =>
    respond(
      invalidRequest(
        `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
        {},
        404,
      ).answer(),
    ),
  );
  return routes;
}

const tooLarge = invalidRequest('The request is too large.', {}, 413).answer();

async function refusalsAnswered(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StripeFailure) return withoutServerFields(error.answer());
    throw error;
  }
}

const respond = ({ status, body }: Answer): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
