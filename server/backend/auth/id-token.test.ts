import { createHash } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import type { Database } from '../database/database.ts';
import type { OidcSettings } from './id-tokens.ts';
import { defaultLimits } from './limits.ts';
import { type AuthTestHost, signedUp, startAuthHost } from './auth-test-host.ts';
import { startProvider } from './provider-double.ts';

describeEachDatabase('the token of another provider', (open) => {
  let database: Database;
  let host: AuthTestHost;
  let oidc: OidcSettings;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  beforeAll(async () => {
    provider = await startProvider();
    database = await open();
    oidc = {
      provider: 'google',
      issuer: provider.issuer,
      clientIds: ['our-app'],
      jwksUrl: null,
    };
    host = await startAuthHost(database, { oidc });
  });
  afterAll(async () => {
    await host.close();
    await database.close();
    await provider.close();
  });

  const nonce = 'what only the page knows';
  const hashed = createHash('sha256').update(nonce).digest('hex');
  const exchange = (token: string, given: { nonce?: string } = { nonce }) =>
    host.client().signInWithIdToken({ provider: 'google', token, ...given });
  const signIn = async (claims: Record<string, unknown>, given?: { nonce?: string }) =>
    exchange(await provider.sign({ email_verified: true, nonce: hashed, ...claims }), given);

  it('creates an account for a new person, and signs the same person in later, also under a new address [S7.6]', async () => {
    const claims = { sub: 'ann', email: 'Ann@example.com', given_name: 'Ann' };
    const first = await signIn(claims);
    expect(first.data.user).toMatchObject({
      email: 'ann@example.com',
      user_metadata: { given_name: 'Ann' },
      app_metadata: { providers: ['email', 'google'] },
    });
    const again = await signIn({ sub: 'ann', email: 'ann.lee@example.com' });
    expect(again.data.user?.id).toBe(first.data.user?.id);
    expect(again.data.user?.email).toBe('ann@example.com');
  });

  it('opens the account with its address and removes an unconfirmed password', async () => {
    const known = await signedUp(host, 'known@example.com', 'secret-1');
    const { data } = await signIn({ sub: 'known', email: 'known@example.com' });
    expect(data.user?.id).toBe((await known.getUser()).data.user?.id);

    await host.client().signUp({ email: 'waiting@example.com', password: 'stranger-1' });
    expect((await signIn({ sub: 'waiting', email: 'waiting@example.com' })).error).toBeNull();
    const passwords = ['known@example.com', 'waiting@example.com'].map((email) =>
      host.client().signInWithPassword({
        email,
        password: email.startsWith('known') ? 'secret-1' : 'stranger-1',
      }),
    );
    const errors = (await Promise.all(passwords)).map(({ error }) => error?.code);
    expect(errors).toEqual([undefined, 'email_not_confirmed']);
  });

  it('is refused without a verified address', async () => {
    for (const claims of [{ email: 'maybe@example.com', email_verified: false }, {}]) {
      const { error } = await signIn({ sub: 'maybe', ...claims });
      expect(error?.code).toBe('provider_email_needs_verification');
    }
  });

  it('is accepted only with the requested nonce', async () => {
    const claims = { sub: 'nonce', email: 'nonce@example.com' };
    expect((await signIn(claims, { nonce })).error).toBeNull();
    for (const given of [{}, { nonce: 'another' }, { nonce: hashed }]) {
      expect((await signIn(claims, given)).error?.status).toBe(400);
    }
    for (const given of [{}, { nonce }]) {
      expect((await signIn({ ...claims, nonce: undefined }, given)).error?.status).toBe(400);
    }
  });

  it.each([
    ['without a subject', { sub: '' }],
    ['for a second client too', { aud: ['our-app', 'another-app'] }],
    ['that another client requested', { azp: 'another-app' }],
    ['issued more than ten minutes ago', { iat: Math.floor(Date.now() / 1000) - 700 }],
    ['issued in the future', { iat: Math.floor(Date.now() / 1000) + 700 }],
  ])('is refused %s', async (_why, claims) => {
    const { error } = await signIn({ email: 'claims@example.com', ...claims });
    expect(error).toMatchObject({ status: 400, code: 'bad_id_token' });
  });

  it('signs in once', async () => {
    const token = await provider.sign({
      email: 'once@example.com',
      email_verified: true,
      nonce: hashed,
      sub: 'once',
    });
    expect((await exchange(token)).error).toBeNull();
    expect((await exchange(token)).error).toMatchObject({ status: 400, code: 'bad_id_token' });
    const [head, body, signature] = token.split('.');
    const respelled = `${head}.${body}.${signature}=`;
    expect((await exchange(respelled)).error?.status).toBe(400);
  });

  it('proves its person as of the time that the provider names', async () => {
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    const claims = { sub: 'proof', email: 'proof@example.com', auth_time: hourAgo };
    const { data } = await signIn(claims);
    const { rows } = await database.pool.query('select amr from auth.sessions where user_id = $1', [
      data.user?.id,
    ]);
    expect(rows).toEqual([{ amr: [{ method: 'oauth', timestamp: hourAgo }] }]);
  });

  it('does not fit the account of an address that only lower case makes equal', async () => {
    await signedUp(host, 'kim@example.com', 'secret-1');
    const { error } = await signIn({ sub: 'kelvin', email: '\u212Aim@example.com' });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('removes the name of a sign-up that was never confirmed', async () => {
    await host.client().signUp({
      email: 'named@example.com',
      password: 'stranger-1',
      options: { data: { first_name: 'Stranger' } },
    });
    const { data } = await signIn({ sub: 'named', email: 'named@example.com', given_name: 'Nam' });
    expect(data.user?.user_metadata).toEqual({ given_name: 'Nam' });
  });

  it('is limited by network, and leaves the password of that network usable', async () => {
    await signedUp(host, 'neighbour@example.com', 'secret-1');
    await database.pool.query('delete from auth.rate_limits');
    const limited = await startAuthHost(database, { limits: defaultLimits, oidc });
    const statuses = [];
    for (let index = 0; index <= defaultLimits.guessesPerAddress.attempts; index += 1) {
      const { error } = await limited
        .client()
        .signInWithIdToken({ provider: 'google', token: `nonsense-${index}`, nonce });
      statuses.push(error?.status);
    }
    expect(statuses.at(-2)).toBe(400);
    expect(statuses.at(-1)).toBe(429);
    const { error } = await limited
      .client()
      .signInWithPassword({ email: 'neighbour@example.com', password: 'secret-1' });
    expect(error).toBeNull();
    await limited.close();
  });

  it('is refused for another client or issuer, when expired, or with another key', async () => {
    const email = 'wrong@example.com';
    const claims = { email, email_verified: true, nonce: hashed };
    const { privateKey } = await generateKeyPair('ES256');
    const past = Math.floor(Date.now() / 1000) - 7200;
    const tokens = [
      await provider.sign({ ...claims, aud: 'another-app' }),
      await provider.sign({ ...claims, iss: 'https://evil.example' }),
      await provider.sign(claims, privateKey),
      await new SignJWT({
        email,
        iss: provider.issuer,
        aud: 'our-app',
        sub: 'x',
        exp: past,
        iat: past,
      })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('secret')),
      'nonsense',
    ];
    for (const token of tokens) {
      expect((await exchange(token)).error).toMatchObject({ status: 400, code: 'bad_id_token' });
    }
    host.passTime(11 * 60_000);
    expect((await signIn({ email })).error?.code).toBe('bad_id_token');
    host.passTime(-11 * 60_000);
  });

  it('is refused unless its provider is configured', async () => {
    const other = await host.client().signInWithIdToken({ provider: 'apple', token: 'x' });
    expect(other.error).toMatchObject({ status: 400, code: 'provider_disabled' });
    const none = await startAuthHost(database);
    const { error } = await none.client().signInWithIdToken({ provider: 'google', token: 'x' });
    expect(error?.code).toBe('provider_disabled');
    await none.close();
  });
});
