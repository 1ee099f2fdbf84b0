import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import type { Database } from '../database/database.ts';
import { type AuthTestHost, signedUp, startAuthHost } from './auth-test-host.ts';

/** A provider on loopback with a discovery document, which signs any token. */
async function startProvider() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' };
  let issuer = '';
  const server = createServer((request, response) => {
    const isDescription = request.url === '/.well-known/openid-configuration';
    const body = isDescription ? { issuer, jwks_uri: `${issuer}/keys` } : { keys: [jwk] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign = (claims: Record<string, unknown>, key = privateKey) =>
    new SignJWT({ iss: issuer, aud: 'our-app', sub: 'p1', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(key);
  return { issuer, sign, close: () => new Promise((resolve) => server.close(resolve)) };
}

describeEachDatabase('the token of another provider', (open) => {
  let database: Database;
  let host: AuthTestHost;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  beforeAll(async () => {
    provider = await startProvider();
    database = await open();
    const oidc = {
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
  const signIn = async (claims: Record<string, unknown>, given: { nonce?: string } = {}) =>
    host.client().signInWithIdToken({
      provider: 'google',
      token: await provider.sign({ email_verified: true, ...claims }),
      ...given,
    });

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
    expect(errors).toEqual([undefined, 'invalid_credentials']);
  });

  it('is refused without a verified address', async () => {
    for (const claims of [{ email: 'maybe@example.com', email_verified: false }, {}]) {
      const { error } = await signIn({ sub: 'maybe', ...claims });
      expect(error?.code).toBe('provider_email_needs_verification');
    }
  });

  it('is accepted only with the requested nonce', async () => {
    const claims = { sub: 'nonce', email: 'nonce@example.com', nonce: hashed };
    expect((await signIn(claims, { nonce })).error).toBeNull();
    for (const given of [{}, { nonce: 'another' }, { nonce: hashed }]) {
      expect((await signIn(claims, given)).error?.status).toBe(400);
    }
    expect((await signIn({ ...claims, nonce: undefined }, { nonce })).error?.status).toBe(400);
  });

  it('is refused for another client or issuer, when expired, or with another key', async () => {
    const email = 'wrong@example.com';
    const { privateKey } = await generateKeyPair('ES256');
    const past = Math.floor(Date.now() / 1000) - 7200;
    const tokens = [
      await provider.sign({ email, email_verified: true, aud: 'another-app' }),
      await provider.sign({ email, email_verified: true, iss: 'https://evil.example' }),
      await provider.sign({ email, email_verified: true }, privateKey),
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
      const { error } = await host.client().signInWithIdToken({ provider: 'google', token });
      expect(error).toMatchObject({ status: 400, code: 'bad_id_token' });
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
