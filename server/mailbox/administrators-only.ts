import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { mailboxForm } from '../content-policies.ts';
import { codePage, signInPage } from './mailbox-pages.ts';
import { refusal } from './refusal.ts';

/** Sends a request to this host itself, on behalf of the same connection. */
export type AskHost = (request: Request, env?: unknown) => Promise<Response>;

type Options = { ask: AskHost; publicUrl: string };

const signInPath = '/mailbox/sign-in';

/**
 * Accepts requests of administrators by the usual rules: the database's `is_admin` decides for each request, and
 * the auth service checks and counts passwords and codes. A person signs in on the mailbox's form and has the
 * access token in a cookie for the mailbox only; a program sends it as a bearer.
 */
export function administratorsOnly({ ask, publicUrl }: Options): MiddlewareHandler {
  const isSecure = publicUrl.startsWith('https://');
  // Over TLS with a prefix, so that no other host of the domain can set it.
  const cookieName = isSecure ? '__Host-mailbox' : 'mailbox';

  const call = async (c: Context, path: string, how: Call): Promise<Answer> => {
    const { token, body } = how;
    const forwarded = c.req.header('x-forwarded-for');
    const request = new Request(new URL(path, c.req.url), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        // Limits by address count the visitor, not this host.
        ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await ask(request, c.env);
    const json: unknown = await response.json().catch(() => null);
    return { status: response.status, json };
  };

  const isAdministrator = async (c: Context, token: string): Promise<boolean> => {
    const { status, json } = await call(c, '/rest/v1/rpc/is_admin', { token, body: {} });
    if (status >= 500) throw new Error(`is_admin answered ${status}`);
    return status === 200 && json === true;
  };

  /** The verified second factor of the token's person; undefined when the token is invalid. */
  const factorOf = async (c: Context, token: string): Promise<string | null | undefined> => {
    const { status, json } = await call(c, '/auth/v1/user', { token });
    if (status !== 200) return undefined;
    const { factors = [] } = json as { factors?: { id: string; status: string }[] };
    return factors.find((factor) => factor.status === 'verified')?.id ?? null;
  };

  const enter = (c: Context, token: string) => {
    const limits = { path: '/', httpOnly: true, sameSite: 'Strict', secure: isSecure } as const;
    setCookie(c, cookieName, token, limits);
    return c.redirect('/mailbox', 303);
  };

  const askToSignIn = (c: Context, alert?: string) =>
    withForm(c, refusal(c, 401, 'not_signed_in', alert ?? notSignedIn, signInPage(alert)));

  /** Rejects a token without administrator rights: a code may give them. */
  const turnAway = async (c: Context, token: string) => {
    const factor = await factorOf(c, token);
    if (factor === undefined) return askToSignIn(c);
    return factor === null ? refuse(c) : askForCode(c);
  };

  const signIn = async (c: Context) => {
    const { email, password, code } = await c.req.parseBody();
    if (typeof code === 'string') return takeCode(c, code);
    const path = '/auth/v1/token?grant_type=password';
    const { status, json } = await call(c, path, { body: { email, password } });
    if (status !== 200) return askToSignIn(c, status === 429 ? tooMany : wrongPassword);
    const { access_token: token } = json as { access_token: string };
    const mayEnter = (await isAdministrator(c, token)) || (await factorOf(c, token));
    return mayEnter ? enter(c, token) : refuse(c);
  };

  const takeCode = async (c: Context, code: string) => {
    const token = getCookie(c, cookieName);
    const factor = token === undefined ? undefined : await factorOf(c, token);
    if (token === undefined || !factor) return askToSignIn(c);
    const path = `/auth/v1/factors/${factor}`;
    const opened = await call(c, `${path}/challenge`, { token, body: {} });
    const { id } = (opened.json ?? {}) as { id?: string };
    const verified = await call(c, `${path}/verify`, { token, body: { challenge_id: id, code } });
    if (verified.status !== 200)
      return askForCode(c, verified.status === 429 ? tooMany : wrongCode);
    const { access_token: lifted } = verified.json as { access_token: string };
    return (await isAdministrator(c, lifted)) ? enter(c, lifted) : refuse(c);
  };

  return async (c, next) => {
    if (c.req.method === 'POST' && c.req.path === signInPath) return signIn(c);
    const bearer = /^bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const token = bearer ?? getCookie(c, cookieName);
    if (token === undefined) return askToSignIn(c);
    return (await isAdministrator(c, token)) ? next() : turnAway(c, token);
  };
}

type Call = { token?: string; body?: object };
type Answer = { status: number; json: unknown };

const notSignedIn = 'Sign in as an administrator to read the mailbox.';
const wrongPassword = 'Email or password is incorrect.';
const wrongCode = 'That code isn’t right. Enter the one your app shows now.';
const tooMany = 'Too many attempts. Wait a few minutes, then try again.';
const noAdministrator =
  'This account isn’t an administrator’s. If administrators need a second factor, set yours up first.';

const askForCode = (c: Context, alert?: string) =>
  withForm(c, refusal(c, 401, 'second_factor_needed', alert ?? enterCode, codePage(alert)));
const enterCode = 'Enter the code of your second factor.';

const refuse = (c: Context) =>
  withForm(
    c,
    refusal(c, 403, 'not_an_administrator', noAdministrator, signInPage(noAdministrator)),
  );

async function withForm(c: Context, answer: Response | Promise<Response>) {
  c.header('content-security-policy', mailboxForm);
  return await answer;
}
