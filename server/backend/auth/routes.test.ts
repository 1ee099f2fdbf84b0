import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import type { Database } from '../database/database.ts';
import { type AuthTestHost, signedUp, startAuthHost } from './auth-test-host.ts';

describeEachDatabase('the auth service', (open) => {
  let database: Database;
  let host: AuthTestHost;
  const logged: unknown[] = [];
  let queued = 0;
  const onQueued = () => {
    queued += 1;
  };
  beforeAll(async () => {
    database = await open();
    host = await startAuthHost(database, {
      log: (error) => logged.push(error),
      onQueued,
    });
  });
  afterAll(async () => {
    await host.close();
    await database.close();
  });

  it.each([
    ['/sso', 404, 'saml_provider_disabled'],
    ['/admin/users', 401, 'no_authorization'],
    ['/nonsense', 404, 'not_found'],
  ])('refuses %s [S7.13]', async (path, status, code) => {
    const response = await host.post(path, {});
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ code: status, error_code: code });
  });

  it.each([
    ['/signup', { email: 'a\0@example.com', password: 'secret-1' }],
    ['/signup', { email: 'nul@example.com', password: 'secret-1', data: { 'a\0': 1 } }],
    ['/signup', { email: 'half@example.com', password: 'secret-1', data: { a: '\ud800' } }],
    ['/token?grant_type=password', { email: 'a@example.com\0', password: 'secret-1' }],
    ['/verify', { type: 'signup', email: 'a@example.com', token: '\0' }],
  ])('refuses at %s text that the database cannot store', async (path, body) => {
    const response = await host.post(path, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: 'bad_json' });
  });

  it('notifies the outbox after the answer if an email was queued, otherwise not', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const planned = () => timers.mock.calls.filter(([work]) => work === onQueued).length;
    const before = queued;
    await host.post('/signup', { email: 'hasty@example.com', password: 'secret-1' });
    expect(planned()).toBe(1);
    await host.get('/nonsense');
    expect(planned()).toBe(1);
    timers.mockRestore();
    await expect.poll(() => queued).toBeGreaterThan(before);
  });

  it("says at other providers' endpoints that none is enabled", async () => {
    const authorize = await host.get('/authorize?provider=google&redirect_to=https://evil.example');
    expect([authorize.status, authorize.headers.get('location')]).toEqual([400, null]);
    expect(await authorize.json()).toMatchObject({
      error_code: 'validation_failed',
      msg: 'Unsupported provider: provider is not enabled',
    });
    const sso = await host.client().signInWithSSO({ domain: 'example.com' });
    expect(sso.error).toMatchObject({ status: 404, code: 'saml_provider_disabled' });
  });

  it('answers the official client that a feature is not enabled', async () => {
    const client = await signedUp(host, 'ann@example.com', 'secret-1');
    const anonymous = await client.signInAnonymously();
    expect(anonymous.error).toMatchObject({ code: 'anonymous_provider_disabled' });
  });

  it('refuses text messages at every endpoint of a phone number', async () => {
    const client = await signedUp(host, 'bob@example.com', 'secret-1');
    const phone = '+14165550100';
    const answers = [
      await client.updateUser({ phone }),
      await client.signInWithOtp({ phone }),
      await client.signUp({ phone, password: 'secret-1' }),
      await client.signInWithPassword({ phone, password: 'secret-1' }),
      await client.resend({ type: 'sms', phone }),
    ];
    for (const { error } of answers) expect(error?.code).toBe('phone_provider_disabled');
  });

  it('hides its own errors and logs them', async () => {
    await database.pool.query('alter table auth.users rename to users_away');
    const response = await host.post('/recover', { email: 'ann@example.com' });
    await database.pool.query('alter table auth.users_away rename to users');
    expect([response.status, await response.json()]).toEqual([
      500,
      {
        code: 500,
        error_code: 'unexpected_failure',
        msg: 'Something went wrong. Please try again.',
      },
    ]);
    expect(String(logged.at(-1))).toMatch(/users/);
  });

  it.each(['anon', 'authenticated', 'service_role'])('hides its tables from %s', async (role) => {
    const tables = [
      'users',
      'sessions',
      'refresh_tokens',
      'one_time_tokens',
      'flow_state',
      'rate_limits',
      'mfa_factors',
      'mfa_challenges',
      'sms_outbox',
      'identities',
    ];
    const { rows } = await database.pool.query<{ allowed: boolean }>(
      `select has_table_privilege($1, 'auth.' || name, privilege) as allowed
       from unnest($2::text[]) as name, unnest(array['select', 'insert', 'update', 'delete']) as privilege`,
      [role, tables],
    );
    expect(rows).toHaveLength(tables.length * 4);
    expect(rows.filter((row) => row.allowed)).toEqual([]);
  });
});
