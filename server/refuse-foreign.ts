import type { MiddlewareHandler } from 'hono';
import { answerRefusal } from './answer-refusal.ts';

/** What pages of other sites have no business with. Of the storage they may show public photos. */
const ownPaths = /^\/(?:rest|auth|functions|live|payments-sandbox)\/|^\/mailbox(?:[/.]|$)/;
const storage = '/storage/';
/** What mails and other sites link to; following a link shows it to the visitor and tells nobody else. */
const linked = [
  '/auth/v1/verify',
  '/mailbox',
  '/functions/v1/unsubscribe',
  '/functions/v1/calendar-feed',
];
/** Taken as anything: the bytes are signed, or a mail program sends the form that its standard asks for. */
const takenAsAnything = ['/functions/v1/stripe-webhook', '/functions/v1/unsubscribe'];
/** Pages without scripts of their own, whose forms are taken from no other page. */
const ownForms = /^\/mailbox\/sign-in$|^\/payments-sandbox\/authorize\//;

/**
 * Refuses what only a page of another site would send: 403 for a request that a browser says comes from one, and
 * 415 for a body that is no JSON, since a form and a `text/plain` cross sites without being asked about. A browser
 * asks first (a preflight) before it sends JSON, and no site is allowed.
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
  sentence: 'Pages of other sites cannot use this address.',
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

// A list of photos is asked for by POST, too.
const isUpload = (method: string, path: string) =>
  (method === 'POST' || method === 'PUT') &&
  path.startsWith('/storage/v1/object/') &&
  !path.startsWith('/storage/v1/object/list/');

const isOwnForm = ({ headers }: Request, path: string) =>
  ownForms.test(path) &&
  headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true &&
  // A browser names the origin of each form; without TLS it does not say more.
  (headers.get('sec-fetch-site') === 'same-origin' ||
    headers.get('origin')?.replace(/^https?:\/\//, '') === headers.get('host'));

const hasBody = ({ headers }: Request) =>
  headers.has('content-type') ||
  headers.has('transfer-encoding') ||
  Number(headers.get('content-length') ?? 0) > 0;

const isJson = ({ headers }: Request) =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
