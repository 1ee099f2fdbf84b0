import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import type { Database } from '../database/database.ts';
import { identify } from '../identity.ts';
import { type AuthTestHost, signedUp, startAuthHost } from './auth-test-host.ts';

describeEachDatabase('signing in and out', (open) => {
  let database: Database;
  let host: AuthTestHost;
  const email = 'ann@example.com';
  const password = 'secret-1';
  beforeAll(async () => {
    database = await open();
    host = await startAuthHost(database);
    await signedUp(host, email, password);
  });
  afterAll(async () => {
    await host.close();
    await database.close();
  });

  const signIn = async () => {
    const client = host.client();
    const { data } = await client.signInWithPassword({ email, password });
    if (!data.session) throw new Error('not signed in');
    return { client, session: data.session };
  };
  const userOf = (accessToken: string) =>
    host.get('/user', { authorization: `Bearer ${accessToken}` });

  it('returns a token of one hour with the claims for policies [S7.3]', async () => {
    const { session } = await signIn();
    const claims = decodeJwt(session.access_token);
    expect(claims).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      iss: `${host.publicUrl}/auth/v1`,
      sub: session.user.id,
      email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      is_anonymous: false,
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    expect(session).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: claims.exp,
    });
    const request = new Request('http://app.test', {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(await identify(request, host.keys)).toMatchObject({
      ok: true,
      identity: { role: 'authenticated', claims: { sub: session.user.id } },
    });
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const attempt = async (body: object) => {
      const response = await host.post('/token?grant_type=password', body);
      return { status: response.status, body: await response.text() };
    };
    const wrong = await attempt({ email, password: 'wrong-1' });
    expect(wrong.status).toBe(400);
    expect(JSON.parse(wrong.body)).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    expect(await attempt({ email: 'nobody@example.com', password })).toEqual(wrong);
    expect(await attempt({ email, password: '' })).toEqual(wrong);
    expect(await attempt({ email: `${email}' or true --`, password })).toEqual(wrong);
  });

  it('uses the newer error dialect for clients that request it', async () => {
    const { error } = await host.client().signInWithPassword({ email, password: 'wrong-1' });
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    const response = await host.post(
      '/token?grant_type=password',
      { email, password: 'wrong-1' },
      { 'x-supabase-api-version': '2024-01-01' },
    );
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(await response.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  });

  it('is refused by phone, by unknown grants and by providers that are not enabled', async () => {
    const code = async (grant: string, body: object) => {
      const response = await host.post(`/token?grant_type=${grant}`, body);
      return [response.status, ((await response.json()) as { error_code: string }).error_code];
    };
    expect(await code('password', { phone: '+14165550100', password })).toEqual([
      422,
      'phone_provider_disabled',
    ]);
    expect(await code('id_token', { provider: 'google', id_token: 'x' })).toEqual([
      400,
      'provider_disabled',
    ]);
    expect(await code('magic', {})).toEqual([400, 'invalid_credentials']);
  });

  it('returns the signed-in person until the session ends [S7.14]', async () => {
    const { client, session } = await signIn();
    const { data } = await client.getUser();
    expect(data.user).toMatchObject({
      id: session.user.id,
      email,
      identities: [{ provider: 'email' }],
    });
    expect(data.user?.last_sign_in_at).toBeDefined();

    const { error } = await client.signOut({ scope: 'local' });
    expect(error).toBeNull();
    const response = await userOf(session.access_token);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 403, error_code: 'session_not_found' });
    const refreshed = await host.client().refreshSession({ refresh_token: session.refresh_token });
    expect(refreshed.error?.code).toBe('refresh_token_not_found');
  });

  it('ends one, the others or all sessions by scope [S7.16]', async () => {
    const status = async (one: { session: { access_token: string } }) =>
      (await userOf(one.session.access_token)).status;
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    await first.client.signOut({ scope: 'others' });
    expect([await status(first), await status(second), await status(third)]).toEqual([
      200, 403, 403,
    ]);

    const fourth = await signIn();
    await fourth.client.signOut({ scope: 'local' });
    expect([await status(first), await status(fourth)]).toEqual([200, 403]);

    const fifth = await signIn();
    await fifth.client.signOut();
    expect([await status(first), await status(fifth)]).toEqual([403, 403]);
  });

  it('keeps other people signed in', async () => {
    const other = await signedUp(host, 'bea@example.com', password);
    const { client } = await signIn();
    await client.signOut({ scope: 'global' });
    expect((await other.getUser()).error).toBeNull();
  });

  it('refuses an unknown scope and a request without a session', async () => {
    const { session } = await signIn();
    const authorization = `Bearer ${session.access_token}`;
    expect((await host.post('/logout?scope=all', {}, { authorization })).status).toBe(400);
    expect((await host.post('/logout', {})).status).toBe(401);
    const anonymous = await userOf(host.keys.anonKey);
    expect([anonymous.status, await anonymous.json()]).toMatchObject([
      403,
      { error_code: 'bad_jwt' },
    ]);
    const forged = await userOf(`${session.access_token.slice(0, -4)}AAAA`);
    expect([forged.status, await forged.json()]).toMatchObject([403, { error_code: 'bad_jwt' }]);
  });

  it('ends when the account is deleted', async () => {
    const client = await signedUp(host, 'gone@example.com', password);
    const { data } = await client.getSession();
    await database.pool.query(`delete from auth.users where email = 'gone@example.com'`);
    const response = await userOf(data.session?.access_token ?? '');
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { error_code: 'user_not_found' },
    ]);
  });
});
