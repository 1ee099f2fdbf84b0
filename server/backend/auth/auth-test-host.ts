import { type ServerType, serve } from '@hono/node-server';
import { GoTrueClient, type SupportedStorage } from '@supabase/auth-js';
import { Hono } from 'hono';
import { afterAll, beforeAll } from 'vitest';
import { clientAddress, noteClientAddress } from '../../client-address.ts';
import type { Database } from '../database/database.ts';
import type { OpenDatabase } from '../../testing/databases.ts';
import { keysFrom, newSecret } from '../keys.ts';
import type { AuthLimits } from './limits.ts';
import { hashPassword } from './passwords.ts';
import { type AuthOptions, authRoutes } from './routes.ts';

const many = { attempts: 1000, windowSeconds: 60 };
const noLimits: AuthLimits = {
  guessesPerAccountAndNetwork: many,
  guessesPerAccount: many,
  guessesPerAddress: many,
  factorGuessesPerAccount: many,
  mailsPerRecipientAndNetwork: many,
  mailsPerRecipient: many,
  mailsPerRecipientAndDay: many,
  mailsPerAddress: many,
  smsPerAddress: many,
  smsPerAddressAndDay: many,
  smsPerNumber: many,
  smsPerNumberAndDay: many,
  smsPerDay: many,
};

export type Mail = { template: string; to: string; link: string; code: string };
export type AuthTestHost = Awaited<ReturnType<typeof startAuthHost>>;

type HostOptions = Parameters<typeof startAuthHost>[1];

/** One host on one database for all tests around the call. */
export function useAuthHost(open: OpenDatabase, options?: HostOptions) {
  let running: { database: Database; host: AuthTestHost } | null = null;
  const current = () => {
    if (!running) throw new Error('The host is there from the first test on');
    return running;
  };
  beforeAll(async () => {
    const database = await open();
    running = { database, host: await startAuthHost(database, options) };
  });
  afterAll(async () => {
    await running?.host.close();
    await running?.database.close();
  });
  return {
    get host() {
      return current().host;
    },
    get database() {
      return current().database;
    },
  };
}

/** Serves the auth routes over HTTP on loopback, with a clock that tests can advance. */
export async function startAuthHost(
  database: Database,
  options: Partial<Pick<AuthOptions, 'limits' | 'sendSms' | 'oidc' | 'onQueued' | 'log'>> & {
    trustedProxies?: number;
  } = {},
) {
  const keys = await keysFrom(newSecret());
  const app = new Hono();
  const { server, publicUrl } = await listen(app);
  let skewMs = 0;
  const { trustedProxies = 0, ...rest } = options;
  app.use(noteClientAddress(trustedProxies));
  const now = () => new Date(Date.now() + skewMs);
  const routes = authRoutes({
    database,
    keys,
    publicUrl,
    clientAddress,
    now,
    limits: noLimits,
    ...rest,
  });
  app.route('/auth/v1', routes);

  const api = `${publicUrl}/auth/v1`;
  return {
    keys,
    publicUrl,
    now,
    passTime: (ms: number) => {
      skewMs += ms;
    },
    /** A separate browser: two clients share nothing. */
    client: (flowType: 'implicit' | 'pkce' = 'implicit') =>
      new GoTrueClient({
        url: api,
        headers: { apikey: keys.anonKey },
        storage: memory(),
        flowType,
        autoRefreshToken: false,
        detectSessionInUrl: false,
      }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${api}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    put: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${api}${path}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${api}${path}`, { headers, redirect: 'manual' }),
    mailsTo: (email: string) => mailsTo(database, email),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** A sender of text messages that keeps them for tests. */
export function recordTexts() {
  const sent: { phone: string; code: string }[] = [];
  return {
    sent,
    sendSms: (_client: unknown, message: { phone: string; code: string }) => {
      sent.push(message);
      return Promise.resolve();
    },
    newest: (phone: string) => {
      const message = sent.findLast((one) => one.phone === phone);
      if (!message) throw new Error(`no text message to ${phone}`);
      return message.code;
    },
  };
}

/** A different code. */
export const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

type Proofs = { password?: string; code_verifier?: string };
type Opened = {
  user?: { auth_code?: string };
  access_token?: string;
  refresh_token?: string;
  error_code?: string;
  msg?: string;
};

/** Posts what the page of an emailed link posts when its button is pressed, in the browser with this session if any. */
export async function openLink(link: string, proofs: Proofs = {}, session = '') {
  const { origin, pathname, searchParams: query } = new URL(link);
  const response = await fetch(`${origin}/auth/v1/verify`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(session && { authorization: `Bearer ${session}` }),
    },
    body: JSON.stringify({
      type: query.get('type'),
      token_hash: query.get('token_hash'),
      ...proofs,
    }),
  });
  const answer = (await response.json()) as Opened;
  const { user, access_token = '', refresh_token = '', error_code, msg } = answer;
  return {
    status: response.status,
    page: origin + pathname,
    query,
    signsIn: access_token !== '',
    tokens: { access_token, refresh_token },
    code: user?.auth_code ?? '',
    problem: error_code,
    message: msg,
  };
}

type Client = ReturnType<AuthTestHost['client']>;

/** The access token of a client's session. */
export const sessionOf = async (client: Client) =>
  (await client.getSession()).data.session?.access_token ?? '';

/** Verifies a code of a change, with the session of the person who changes their account. */
export async function verifyChange(host: AuthTestHost, client: Client, body: object) {
  const authorization = `Bearer ${await sessionOf(client)}`;
  const response = await host.post('/verify', body, { authorization });
  return (await response.json()) as { error_code?: string; user?: object; msg?: string };
}

/** Has the message of a change sent again, with the session of the person who changes their account. */
export const resendChange = async (host: AuthTestHost, client: Client, body: object) =>
  host.post('/resend', body, { authorization: `Bearer ${await sessionOf(client)}` });

/** Follows an address of the service like a browser, up to the app's own page. */
export async function follow(link: string) {
  const response = await fetch(link, { redirect: 'manual' });
  const landing = new URL(response.headers.get('location') ?? 'about:blank');
  return {
    status: response.status,
    page: landing.origin + landing.pathname,
    hash: landing.hash,
    query: landing.searchParams,
  };
}

/** Signs up and confirms by email; returns the signed-in client. */
export async function signedUp(host: AuthTestHost, email: string, password: string) {
  const client = host.client();
  await client.signUp({ email, password });
  await openLink((await newestMail(host, email)).link, { password });
  const { error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

const hashes = new Map<string, Promise<string>>();

/** The same without email, where signing up is not tested: hashing a password is slow. */
export async function signedIn(
  { host, database }: { host: AuthTestHost; database: Database },
  email: string,
  password: string,
) {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  await database.pool.query(
    'insert into auth.users (email, encrypted_password, email_confirmed_at) values ($1, $2, now())',
    [email, await hash],
  );
  const client = host.client();
  const { error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

export async function newestMail(host: AuthTestHost, email: string): Promise<Mail> {
  const mail = (await host.mailsTo(email)).at(-1);
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
}

async function mailsTo(database: Database, email: string): Promise<Mail[]> {
  const { rows } = await database.pool.query<{
    template_type: string;
    to_email: string;
    data: { confirmation_url: string; token: string };
  }>(
    'select template_type, to_email, data from public.mail_outbox where to_email = $1 order by created_at',
    [email],
  );
  return rows.map((row) => ({
    template: row.template_type,
    to: row.to_email,
    link: row.data.confirmation_url,
    code: row.data.token,
  }));
}

function listen(app: Hono): Promise<{ server: ServerType; publicUrl: string }> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({ server, publicUrl: `http://127.0.0.1:${port}` }),
    );
  });
}

function memory(): SupportedStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      items.set(key, value);
    },
    removeItem: (key) => {
      items.delete(key);
    },
  };
}
