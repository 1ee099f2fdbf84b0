import type { Pool, PoolClient } from 'pg';
import { cancelPaymentIntent, confirmPaymentIntent } from './confirm-operations.ts';
import { parseForm } from './form-parameters.ts';
import { answerOnce, type KeyedAnswer } from './idempotency.ts';
import { newId } from './new-id.ts';
import type { Operation } from './operation.ts';
import {
  createPaymentIntent,
  listPaymentIntents,
  retrieve,
  updatePaymentIntent,
} from './payment-intents.ts';
import { answerDispute, listDisputes } from './disputes.ts';
import { createRefund, listRefunds } from './refunds.ts';
import { invalidRequest, StripeFailure, type Answer } from './stripe-failure.ts';
import { inTransaction } from '../backend/database/transaction.ts';

const routes: readonly [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /^\/v1\/payment_intents$/, createPaymentIntent],
  ['GET', /^\/v1\/payment_intents$/, listPaymentIntents],
  ['GET', /^\/v1\/payment_intents\/(pi_\w+)$/, retrieve('payment_intent', 'intent')],
  ['POST', /^\/v1\/payment_intents\/(pi_\w+)$/, updatePaymentIntent],
  ['POST', /^\/v1\/payment_intents\/(pi_\w+)\/confirm$/, confirmPaymentIntent],
  ['POST', /^\/v1\/payment_intents\/(pi_\w+)\/cancel$/, cancelPaymentIntent],
  ['POST', /^\/v1\/refunds$/, createRefund],
  ['GET', /^\/v1\/refunds$/, listRefunds],
  ['GET', /^\/v1\/refunds\/(re_\w+)$/, retrieve('refund', 'id')],
  ['GET', /^\/v1\/charges\/(ch_\w+)$/, retrieve('charge', 'id')],
  ['GET', /^\/v1\/disputes$/, listDisputes],
  ['GET', /^\/v1\/disputes\/(du_\w+)$/, retrieve('dispute', 'id')],
  ['POST', /^\/v1\/disputes\/(du_\w+)$/, answerDispute],
];

/** The part of the provider's API for servers with the secret key, one transaction a request. */
export async function answerApiRequest(pool: Pool, request: Request, now: Date): Promise<Response> {
  const requestId = newId('req');
  try {
    const answer = await answerRequest(pool, request, requestId, now);
    return responseOf(answer, requestId);
  } catch (error) {
    if (error instanceof StripeFailure) return responseOf(error.answer(), requestId);
    throw error;
  }
}

async function answerRequest(
  pool: Pool,
  request: Request,
  requestId: string,
  now: Date,
): Promise<Answer | KeyedAnswer> {
  checkSecretKey(request);
  const { pathname, search } = new URL(request.url);
  const { operation, id } = findRoute(request.method, pathname);
  const isPost = request.method === 'POST';
  const form = parseForm(isPost ? await request.text() : search.slice(1));
  const idempotencyKey = isPost ? request.headers.get('idempotency-key') : null;
  const cause = { requestId, idempotencyKey };
  return await inTransaction({ pool }, (client) => {
    const run = () => settled(client, () => operation({ client, id, form, now, cause }));
    if (idempotencyKey === null) return run().then(({ answer }) => answer);
    const keyed = { key: idempotencyKey, request: `POST ${pathname}`, form, requestId, now };
    return answerOnce(client, keyed, run);
  });
}

/** A refusal rolls back its own call, and the transaction can still store the answer. */
async function settled(
  client: PoolClient,
  run: () => Promise<Answer>,
): Promise<{ answer: Answer; isKept: boolean }> {
  await client.query('savepoint operation');
  try {
    return { answer: await run(), isKept: true };
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    await client.query('rollback to savepoint operation');
    return { answer: error.answer(), isKept: error.isKept };
  }
}

function checkSecretKey(request: Request): void {
  const [, key = ''] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  if (key.startsWith('sk_test_')) return;
  throw invalidRequest('Invalid API Key provided: the sandbox takes keys like sk_test_…', {}, 401);
}

function findRoute(method: string, path: string): { operation: Operation; id: string } {
  for (const [routeMethod, pattern, operation] of routes) {
    const match = routeMethod === method ? pattern.exec(path) : null;
    if (match) return { operation, id: match[1] ?? '' };
  }
  throw invalidRequest(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
}

function responseOf(answer: Answer | KeyedAnswer, requestId: string): Response {
  const replayedFrom = 'replayedFrom' in answer ? answer.replayedFrom : null;
  return Response.json(answer.body, {
    status: answer.status,
    headers: {
      'request-id': requestId,
      ...(replayedFrom && { 'original-request': replayedFrom, 'idempotent-replayed': 'true' }),
    },
  });
}
