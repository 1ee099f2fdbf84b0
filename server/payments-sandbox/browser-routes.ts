import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Pool } from 'pg';
import { z } from 'zod';
import { instalmentProvider } from '../../domain/money/instalments.ts';
import { isRefusal, wordsOf } from '../../supabase/functions/_shared/payments/provider.ts';
import { inTransaction } from '../backend/database/transaction.ts';
import { endChallenge, leaveForPage, payByCard, stepWith, type Step } from './attempts.ts';
import { authorizeRoutes } from './authorize-routes.ts';
import { checkCard } from './cards.ts';
import type { StoredIntent } from './stored.ts';

const largestBody = 16 * 1024;

const payment = z.union([
  z.object({
    clientSecret: z.string(),
    card: z.object({
      number: z.string().max(40),
      month: z.coerce.number(),
      year: z.coerce.number(),
      securityCode: z.string().max(10),
    }),
  }),
  z.object({
    clientSecret: z.string(),
    method: z.string().max(40),
    returnUrl: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      // The return address is a path on this site: two slashes would name another site.
      .refine((url) => URL.canParse(url) && !new URL(url).pathname.startsWith('//')),
  }),
]);

const challengeAnswer = z.object({
  clientSecret: z.string(),
  outcome: z.enum(['complete', 'fail']),
});

type BrowserRoutesOptions = { pool: Pool; now: () => Date; onChange: () => void };

/** The endpoints of the sandbox's card form; the client secret grants access. */
export function browserRoutes({ pool, now, onChange }: BrowserRoutesOptions): Hono {
  const routes = new Hono();
  const run = <T>(id: string, work: (step: Step) => Promise<T>) =>
    inTransaction({ pool }, async (client) => work(await stepWith(client, id, now())));

  routes.use(bodyLimit({ maxSize: largestBody, onError: () => refusal(413, 'Too large.') }));
  const take = <Body extends { clientSecret: string }>(
    name: string,
    shape: z.ZodType<Body>,
    work: (step: Step, body: Body) => Promise<Response>,
  ) =>
    routes.post(`/intents/:id/${name}`, async (c) => {
      const body = shape.safeParse(await c.req.json<unknown>().catch(() => null));
      if (!body.success) return refusal(400, 'Something is missing or wrong.');
      try {
        const response = await run(c.req.param('id'), async (step) =>
          isSame(body.data.clientSecret, step.intent.clientSecret)
            ? work(step, body.data)
            : refusal(400, 'The client secret is not the one of this payment.'),
        );
        onChange();
        return response;
      } catch (error) {
        if (isRefusal(error, 'refused')) return refusal(404, wordsOf(error));
        throw error;
      }
    });

  take('confirm', payment, async (step, body) => {
    const { status, methods } = step.intent;
    // A repeated request, whose first answer was lost.
    if (status === 'succeeded' || status === 'processing') return answer(step.intent);
    if (status === 'canceled') return refusal(400, 'This payment was cancelled.');
    if ('card' in body) {
      const card = checkCard(body.card, step.now);
      return 'problem' in card ? cardRefusal(card.problem) : answer(await payByCard(step, card));
    }
    if (!methods.includes(body.method) || !instalmentProvider(body.method)) {
      return refusal(400, `This payment does not accept ${body.method}.`);
    }
    return answer(await leaveForPage(step, body));
  });
  take('challenge', challengeAnswer, async (step, { outcome }) =>
    step.intent.status === 'requires_action' && !step.intent.isRedirected
      ? answer(await endChallenge(step, outcome))
      : refusal(400, 'There is no challenge to answer.'),
  );
  routes.route('/authorize', authorizeRoutes({ run, onChange }));
  routes.all('*', () => refusal(404, 'There is nothing at this address.'));
  return routes;
}

/** The state of the payment, and where the customer goes on; or why the attempt failed. */
function answer({ id, status, lastError, isRedirected, attempts, attemptId }: StoredIntent) {
  if (lastError?.message) return cardRefusal(lastError.message);
  const attempt = isRedirected && attempts.find((one) => one.id === attemptId);
  const redirectTo =
    attempt && new URL(`/payments-sandbox/authorize/${id}/${attempt.id}`, attempt.returnUrl).href;
  return respond(200, { status, ...(redirectTo && { redirectTo }) });
}

/** In words for the customer. */
const cardRefusal = (message: string) => respond(402, { error: { type: 'card_error', message } });

const refusal = (status: number, message: string) =>
  respond(status, { error: { type: 'invalid_request', message } });

const respond = (status: number, body: object): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } });

// Compared by digest, so that the time reveals nothing.
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
const digest = (secret: string) => createHash('sha256').update(secret).digest();
