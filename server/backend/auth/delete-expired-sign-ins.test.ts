import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import type { Database } from '../database/database.ts';
import { type AuthTestHost, signedUp, startAuthHost } from './auth-test-host.ts';
import { deleteExpiredSignIns } from './delete-expired-sign-ins.ts';

const dayMs = 86_400_000;

describeEachDatabase('The end of sessions and tokens', (open) => {
  let database: Database;
  let host: AuthTestHost;
  const credentials = { email: 'ann@example.com', password: 'secret-1' };
  beforeAll(async () => {
    database = await open();
    host = await startAuthHost(database);
    await signedUp(host, credentials.email, credentials.password);
  });
  afterAll(async () => {
    await host.close();
    await database.close();
  });

  const deleteAfter = (days: number) =>
    deleteExpiredSignIns({ database, now: () => new Date(Date.now() + days * dayMs) });
  const count = async (table: string) =>
    Number(
      (await database.pool.query<{ it: number }>(`select count(*) as it from auth.${table}`))
        .rows[0]?.it,
    );

  it('deletes a session that was not used for 30 days, with its tokens', async () => {
    await database.pool.query('delete from auth.sessions');
    await host.client().signInWithPassword(credentials);
    expect(await deleteAfter(29)).toBe(0);
    expect(await count('sessions')).toBe(1);
    expect(await deleteAfter(31)).toBe(1);
    expect([await count('sessions'), await count('refresh_tokens')]).toEqual([0, 0]);
  });

  it('deletes a used token and keeps the one that is next', async () => {
    await database.pool.query('delete from auth.sessions');
    const client = host.client();
    await client.signInWithPassword(credentials);
    await client.refreshSession();
    await database.pool.query(`update auth.sessions set refreshed_at = now() + interval '20 days'`);
    expect(await count('refresh_tokens')).toBe(2);
    expect(await deleteAfter(31)).toBe(1);
    const { rows } = await database.pool.query('select used_at from auth.refresh_tokens');
    expect(rows).toEqual([{ used_at: null }]);
  });

  it('deletes an expired code a day later', async () => {
    await database.pool.query('delete from auth.one_time_tokens');
    await database.pool.query(
      `insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, expires_at)
       select id, 'recovery', 'a', 'b', email, now() from auth.users`,
    );
    expect(await deleteAfter(0.9)).toBe(0);
    expect(await deleteAfter(1.1)).toBe(1);
  });
});
