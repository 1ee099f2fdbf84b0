import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import type { Database } from '../database/database.ts';
import { type AuthTestHost, signedUp, startAuthHost } from './auth-test-host.ts';

describeEachDatabase('refreshing a session', (open) => {
  let database: Database;
  let host: AuthTestHost;
  let first: string;
  const credentials = { email: 'ann@example.com', password: 'secret-1' };
  beforeAll(async () => {
    database = await open();
    host = await startAuthHost(database);
    await signedUp(host, credentials.email, credentials.password);
  });
  beforeEach(async () => {
    const { data } = await host.client().signInWithPassword(credentials);
    first = data.session?.refresh_token ?? '';
  });
  afterAll(async () => {
    await host.close();
    await database.close();
  });

  const refresh = async (token: string) => {
    const { data, error } = await host.client().refreshSession({ refresh_token: token });
    return error?.code ?? data.session?.refresh_token ?? '';
  };
  const isLive = async (token: string) => !(await refresh(token)).startsWith('refresh_token_');

  it('returns a new pair of tokens for the same session [S7.4]', async () => {
    const { data } = await host.client().refreshSession({ refresh_token: first });
    expect(data.session?.refresh_token).not.toBe(first);
    expect(data.session?.user.email).toBe(credentials.email);
    const { error } = await host.client().getUser(data.session?.access_token);
    expect(error).toBeNull();
  });

  it('returns the same successor when two tabs use a token at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(first)));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).not.toBe(first);
    expect(await isLive(answers[0] ?? '')).toBe(true);
  });

  it('leads a recently used token to the newest of its line', async () => {
    const second = await refresh(first);
    const third = await refresh(second);
    expect(await refresh(first)).toBe(third);
  });

  it('ends the session when a used token returns later', async () => {
    const second = await refresh(first);
    host.passTime(11_000);
    expect(await refresh(first)).toBe('refresh_token_already_used');
    expect(await refresh(second)).toBe('refresh_token_not_found');
  });

  it('ends only the session whose token returned', async () => {
    const { data } = await host.client().signInWithPassword(credentials);
    await refresh(first);
    host.passTime(11_000);
    await refresh(first);
    expect(await isLive(data.session?.refresh_token ?? '')).toBe(true);
  });

  it('ends a session idle for 30 days, or 12 hours for an administrator [S9.29]', async () => {
    const hourMs = 3_600_000;
    let token = first;
    const after = async (ms: number) => {
      host.passTime(ms);
      const answer = await refresh(token);
      token = answer;
      return answer;
    };
    expect(await after(30 * 24 * hourMs - 60_000)).not.toBe('session_expired');
    await database.pool.query(
      'insert into public.admins (user_id) select id from auth.users where email = $1',
      [credentials.email],
    );
    expect(await after(12 * hourMs - 60_000)).not.toBe('session_expired');
    const last = token;
    expect(await after(12 * hourMs + 60_000)).toBe('session_expired');
    expect(await refresh(last)).toBe('refresh_token_not_found');

    await database.pool.query('delete from public.admins');
    const { data } = await host.client().signInWithPassword(credentials);
    token = data.session?.refresh_token ?? '';
    expect(await after(30 * 24 * hourMs + 60_000)).toBe('session_expired');
  });

  it('ends a session 90 days after its sign-in, even in constant use [S9.30]', async () => {
    const { data } = await host.client().signInWithPassword(credentials);
    let token = data.session?.refresh_token ?? '';
    for (let week = 1; week <= 12; week += 1) {
      host.passTime(7 * 24 * 3_600_000);
      token = await refresh(token);
      expect(token).not.toBe('session_expired');
    }
    host.passTime(6 * 24 * 3_600_000 + 60_000);
    expect(await refresh(token)).toBe('session_expired');
    expect(await refresh(token)).toBe('refresh_token_not_found');
  });

  it('refuses an unknown token', async () => {
    expect(await refresh('made-up')).toBe('refresh_token_not_found');
    expect((await host.post('/token?grant_type=refresh_token', {})).status).toBe(400);
  });

  it('stores no usable token', async () => {
    const { rows } = await database.pool.query<{ token_hash: string }>(
      'select token_hash from auth.refresh_tokens',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.token_hash)).not.toContain(first);
  });
});
