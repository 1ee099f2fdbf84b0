import type { MiddlewareHandler } from 'hono';
import { answerRefusal } from './answer-refusal.ts';

/** Paths that other sites' pages must not call. They may show the storage's public photos. */
const ownPaths = /^\/(?:rest|auth|functions|live|payments-sandbox)\/|^\/mailbox(?:[/.]|$)/;
const storage = '/storage/';
/** Links in emails and on other sites; following one only shows the page to the visitor. */
const linked = [
  '/auth/v1/verify',
  '/mailbox',
  '/functions/v1/unsubscribe',
  '/functions/v1/calendar-feed',
];
/** Accepted with any content type: the bytes are signed, or an email program sends its standard's form. */
const takenAsAnything = [
  '/functions/v1/stripe-webhook',
  '/functions/v1/text-webhook',
  '/functions/v1/unsubscribe',
];
/** Pages without scripts, whose forms are accepted from no other page. */
const ownForms = /^\/mailbox\/(?:sign-in|sms\/reply)$|^\/payments-sandbox\/authorize\//;

/**
 * Refuses requests that only another site's page would send: 403 for a request marked as cross-site by the
 * browser, and 415 for a body that is not JSON, because a form and `text/plain` cross sites without a preflight.
 * JSON needs a preflight, and no site is allowed.
 */
export const refuseForeign: MiddlewareHandler = async ({ req }, next) => {
  const { path, raw } = req;
  if (isForeign(raw, path)) return answerRefusal({ path, ...crossSite });
  if (needsJson(raw.method, path) && hasBody(raw) && !isJson(raw) && !isOwnForm(raw, path)) {
    return answerRefusal({ path, ...jsonNeeded });
  }
  return next();
};

const crossSite = {
  status: 403,
  code: 'cross_site',
  sentence: 'Pages of other sites can’t use this address.',
};

const jsonNeeded = {
  status: 415,
  code: 'json_needed',
  sentence: 'Send this request as application/json.',
  // The body is not read, so the connection can carry no other request.
  headers: { connection: 'close' },
};

function isForeign({ method, headers }: Request, path: string): boolean {
  if (headers.get('sec-fetch-site') !== 'cross-site') return false;
  const isRead = method === 'GET' || method === 'HEAD';
  if (path.startsWith(storage)) return !isRead;
  if (!ownPaths.test(path)) return false;
  const isFollowed =
    method === 'GET' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document';
  return !(isFollowed && linked.some((start) => path === start || path.startsWith(`${start}/`)));
}

function needsJson(method: string, path: string): boolean {
  if (method === 'GET' || method === 'HEAD' || takenAsAnything.includes(path)) return false;
  return path.startsWith(storage) ? !isUpload(method, path) : ownPaths.test(path);
}

const isUpload = (method: string, path: string) =>
  method === 'POST' && path.startsWith('/storage/v1/object/');

const isOwnForm = ({ headers, url }: Request, path: string) =>
  ownForms.test(path) &&
  headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true &&
  // A browser sends the origin of each form; without TLS it sends nothing else.
  (headers.get('sec-fetch-site') === 'same-origin' ||
    headers.get('origin')?.replace(/^https?:\/\//, '') === new URL(url).host);

const hasBody = ({ headers }: Request) =>
  headers.has('content-type') ||
  headers.has('transfer-encoding') ||
  Number(headers.get('content-length') ?? 0) > 0;

const isJson = ({ headers }: Request) =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
