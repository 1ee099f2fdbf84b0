import { Hono, type MiddlewareHandler } from 'hono';
import type { FunctionDeps, FunctionHandler } from '../supabase/functions/_shared/http/deps.ts';
import { bookingPhotoHandler } from '../supabase/functions/booking-photo/handler.ts';
import { calendarFeedHandler } from '../supabase/functions/calendar-feed/handler.ts';
import { cancelBookingHandler } from '../supabase/functions/cancel-booking/handler.ts';
import { cancelBookingAsOwnerHandler } from '../supabase/functions/cancel-booking-as-owner/handler.ts';
import { createBookingHandler } from '../supabase/functions/create-booking/handler.ts';
import { createPaymentIntentHandler } from '../supabase/functions/create-payment-intent/handler.ts';
import { mendPaymentHandler } from '../supabase/functions/mend-payment/handler.ts';
import { payBalanceHandler } from '../supabase/functions/pay-balance/handler.ts';
import { refundBookingHandler } from '../supabase/functions/refund-booking/handler.ts';
import { previewTemplateHandler } from '../supabase/functions/preview-template/handler.ts';
import { showBalanceHandler } from '../supabase/functions/show-balance/handler.ts';
import { sendTestMailHandler } from '../supabase/functions/send-test-mail/handler.ts';
import { templateBodyLimit } from '../supabase/functions/_shared/mail/template-request.ts';
import { extendHoldHandler } from '../supabase/functions/extend-hold/handler.ts';
import { openTimesHandler } from '../supabase/functions/open-times/handler.ts';
import { pickedTimeHandler } from '../supabase/functions/picked-time/handler.ts';
import { joinWaitingListHandler } from '../supabase/functions/join-waiting-list/handler.ts';
import { publishBusinessHandler } from '../supabase/functions/publish-business/handler.ts';
import { textWebhookHandler } from '../supabase/functions/text-webhook/handler.ts';
import { paymentWebhookHandler } from '../supabase/functions/stripe-webhook/handler.ts';
import { unsubscribeHandler } from '../supabase/functions/unsubscribe/handler.ts';
import { changeVisitHandler } from '../supabase/functions/change-visit/handler.ts';
import { takePhoneBookingHandler } from '../supabase/functions/take-phone-booking/handler.ts';
import { verifyPaymentHandler } from '../supabase/functions/verify-payment/handler.ts';
import { answerFailure } from './answer-failure.ts';
import { logWithId, requestIdOf } from './request-id.ts';

const largestBody = 64 * 1024;
const largerBodies: Record<string, number> = {
  'stripe-webhook': 1024 * 1024,
  'preview-template': templateBodyLimit,
  'send-test-mail': templateBodyLimit,
};

/** The server functions by the name in their path. */
const handlersFor = (deps: FunctionDeps): Record<string, FunctionHandler> => ({
  'create-booking': createBookingHandler(deps),
  'join-waiting-list': joinWaitingListHandler(deps),
  'open-times': openTimesHandler(deps),
  'picked-time': pickedTimeHandler(deps),
  'extend-hold': extendHoldHandler(deps),
  'create-payment-intent': createPaymentIntentHandler(deps),
  'booking-photo': bookingPhotoHandler(deps),
  'verify-payment': verifyPaymentHandler(deps),
  'show-balance': showBalanceHandler(deps),
  'pay-balance': payBalanceHandler(deps),
  'cancel-booking': cancelBookingHandler(deps),
  'cancel-booking-as-owner': cancelBookingAsOwnerHandler(deps),
  'refund-booking': refundBookingHandler(deps),
  'change-visit': changeVisitHandler(deps),
  'take-phone-booking': takePhoneBookingHandler(deps),
  'stripe-webhook': paymentWebhookHandler(deps),
  'text-webhook': textWebhookHandler(deps),
  'mend-payment': mendPaymentHandler(deps),
  'preview-template': previewTemplateHandler(deps),
  'send-test-mail': sendTestMailHandler(deps),
  'publish-business': publishBusinessHandler(deps),
  unsubscribe: unsubscribeHandler(deps),
  'calendar-feed': calendarFeedHandler(deps),
});

/**
 * The hosted runtime's part for the functions; mounted at /functions/v1. `depsFor` gives those of one request, whose
 * log lines and statements name it.
 */
export function functionRoutes(
  deps: FunctionDeps,
  depsFor: (requestId: string | undefined) => FunctionDeps = () => deps,
): Hono {
  const handlers = Object.keys(handlersFor(deps)).map((name): [string, Handler] => [
    name,
    async (request, requestId) =>
      (await handlersFor(depsFor(requestId))[name]?.(request)) ??
      new Response(null, { status: 404 }),
  ]);
  return routesFor(Object.fromEntries(handlers), deps.log);
}

type Handler = (request: Request, requestId: string | undefined) => Promise<Response>;

export function routesFor(handlers: Record<string, Handler>, log: FunctionDeps['log']): Hono {
  const routes = new Hono();
  routes.use(keepToOwnOrigin);
  routes.use(limitBody);
  for (const [name, handler] of Object.entries(handlers)) {
    routes.all(`/${name}`, (c) => handler(c.req.raw, requestIdOf(c)));
  }
  routes.all('*', () => coded(404, 'function_not_found', 'There is no function with this name.'));
  routes.onError((error, c) => {
    logWithId(log, requestIdOf(c)).error(
      { err: error, path: c.req.path },
      'A server function failed',
    );
    return answerFailure(error);
  });
  return routes;
}

// The hosted runtime serves pages of any origin, and the handlers allow it. Here only our own pages call.
const keepToOwnOrigin: MiddlewareHandler = async (c, next) => {
  await next();
  for (const name of ['origin', 'methods', 'headers']) {
    c.res.headers.delete(`access-control-allow-${name}`);
  }
};

const coded = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status, headers: { 'cache-control': 'no-store' } });

// Only the announced length: without one, the handler itself stops reading in time. So the request object stays
// the same, and the host can look up its address.
const limitBody: MiddlewareHandler = async (c, next) => {
  const limitBytes = largerBodies[c.req.path.split('/').at(-1) ?? ''] ?? largestBody;
  if (Number(c.req.header('content-length') ?? 0) > limitBytes) {
    return coded(413, 'body_too_large', 'The request is too large.');
  }
  await next();
  return undefined;
};
