import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Database } from '../backend/database/database.ts';
import { askAsRequest } from '../backend/database/request-transaction.ts';
import { identify } from '../backend/identity.ts';
import type { Keys } from '../backend/keys.ts';
import { signInPage } from './mailbox-pages.ts';
import { refusal } from './refusal.ts';

/** Sends a request to this host itself, on behalf of the same connection. */
export type AskHost = (request: Request, env?: unknown) => Promise<Response>;

type Options = {
  ask: AskHost;
  database: Pick<Database, 'pool'>;
  keys: Keys;
  now: () => Date;
  publicUrl: string;
};

/** An answer of the auth service; what a refusal lacks is undefined. */
type Answer = {
  id?: string;
  access_token?: string;
  user?: { factors?: { id: string; status: string }[] };
};

/**
 * Accepts requests of administrators by the usual rules: the database's `is_admin` decides for each request, and
 * the auth service checks and counts passwords and codes. A person signs in on the mailbox's form and has the
 * access token in a cookie for the mailbox only; a program sends it as a bearer.
 */
export function administratorsOnly(options: Options): MiddlewareHandler {
  const { ask, database, keys, now, publicUrl } = options;
  const secure = publicUrl.startsWith('https://');
  // Over TLS with a prefix, so that no other host of the domain can set it.
  const cookieName = secure ? '__Host-mailbox' : 'mailbox';

  const post = async (c: Context, path: string, body: object, token?: string) => {
    const forwarded = c.req.header('x-forwarded-for');
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      // Limits by address count the visitor, not this host.
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    };
    const url = new URL(`/auth/v1/${path}`, c.req.url);
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await ask(new Request(url, init), c.env);
    return { status: answer.status, ...((await answer.json()) as Answer) };
  };

  const prove = async (c: Context, { factor, code, token }: Proof) => {
    const { id } = await post(c, `factors/${factor}/challenge`, {}, token);
    return post(c, `factors/${factor}/verify`, { challenge_id: id, code }, token);
  };

  const signIn = async (c: Context) => {
    const { email, password, code } = await c.req.parseBody();
    const first = await post(c, 'token?grant_type=password', { email, password });
    const factor = first.user?.factors?.find(({ status }) => status === 'verified')?.id;
    const proof = { factor, code, token: first.access_token };
    const { status, access_token: token } = factor ? await prove(c, proof) : first;
    if (token === undefined) {
      return refuse(c, 401, status === 429 ? tooMany : factor ? wrongCode : wrongPassword);
    }
    if ((await rightsOf(token)) !== 'administrator') return refuse(c, 403, noAdministrator);
    setCookie(c, cookieName, token, { path: '/', httpOnly: true, sameSite: 'Strict', secure });
    return c.redirect('/mailbox', 303);
  };

  const rightsOf = async (token: string): Promise<'administrator' | 'other' | null> => {
    const headers = { authorization: `Bearer ${token}` };
    const known = await identify(new Request('http://localhost', { headers }), keys, now());
    if (!known.ok) return null;
    const { identity } = known;
    const sender = { identity, headers: {}, method: 'GET', path: '/mailbox', writes: false };
    const statement = { text: 'select public.is_admin() as is_admin' };
    const finish = ([row]: { is_admin?: boolean }[]) => (row?.is_admin ? 'administrator' : 'other');
    return askAsRequest(database, sender, { statement, finish, mayRefuse: false });
  };

  return async (c, next) => {
    if (c.req.method === 'POST' && c.req.path === '/mailbox/sign-in') return signIn(c);
    const bearer = /^bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const token = bearer ?? getCookie(c, cookieName);
    const rights = token === undefined ? null : await rightsOf(token);
    if (rights === 'administrator') return next();
    return rights === null ? refuse(c, 401) : refuse(c, 403, noAdministrator);
  };
}

type Proof = { factor: string | undefined; code: unknown; token: string | undefined };

const wrongPassword = 'Email or password is incorrect.';
const wrongCode = 'Enter the code that your app shows now.';
const tooMany = 'Too many attempts. Wait a few minutes, then try again.';
const noAdministrator =
  'This account isn’t an administrator’s. If administrators need a second factor, set yours up first.';

const refuse = (c: Context, status: 401 | 403, alert?: string) =>
  refusal(c, status, status === 401 ? 'not_signed_in' : 'not_an_administrator', {
    message: alert ?? 'Sign in as an administrator to read the mailbox.',
    page: signInPage(alert),
  });
