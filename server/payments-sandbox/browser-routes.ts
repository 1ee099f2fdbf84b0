import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Pool } from 'pg';
import { authorizeRoutes } from './authorize-routes.ts';
import {
  answerChallenge,
  confirm,
  showPaymentIntent,
  withoutServerFields,
  type BrowserCall,
} from './browser-operations.ts';
import { newId } from './new-id.ts';
import { invalidRequest, StripeFailure, type Answer } from './stripe-failure.ts';
import { inTransaction } from '../backend/database/transaction.ts';

const largestBody = 16 * 1024;

type BrowserRoutesOptions = { pool: Pool; now: () => Date; onChange: () => void };

/** The endpoints of the sandbox's card form; the client secret grants access. */
export function browserRoutes({ pool, now, onChange }: BrowserRoutesOptions): Hono {
  const routes = new Hono();
  const answerWith = async (c: Context, run: (call: BrowserCall) => Promise<Answer>) => {
    const cause = { requestId: newId('req'), idempotencyKey: null };
    const id = c.req.param('id') ?? '';
    const answer = await refusalsAnswered(() =>
      inTransaction({ pool }, (client) => run({ client, id, now: now(), cause })),
    );
    return respond(answer);
  };

  routes.use(bodyLimit({ maxSize: largestBody, onError: () => respond(tooLarge) }));
  routes.get('/v1/payment_intents/:id', (c) =>
    answerWith(c, (call) => showPaymentIntent(call, c.req.query('client_secret') ?? '')),
  );
  routes.post('/v1/payment_intents/:id/confirm', async (c) => {
    const body = await jsonBody(c);
    const response = await answerWith(c, (call) => confirm(call, body));
    onChange();
    return response;
  });
  routes.post('/v1/payment_intents/:id/challenge', async (c) => {
    const body = await jsonBody(c);
    const response = await answerWith(c, (call) => answerChallenge(call, body));
    onChange();
    return response;
  });
  routes.route(
    '/authorize',
    authorizeRoutes({
      run: (id, work) => {
        const cause = { requestId: newId('req'), idempotencyKey: null };
        return inTransaction({ pool }, (client) => work({ client, id, now: now(), cause }));
      },
      onChange,
    }),
  );
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

// A body that is not JSON counts as empty, so the answer names what is missing.
const jsonBody = (c: Context): Promise<unknown> => c.req.json<unknown>().catch(() => null);

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
