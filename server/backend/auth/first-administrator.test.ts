import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import type { Database } from '../database/database.ts';
import { type AuthTestHost, startAuthHost } from './auth-test-host.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';

const email = 'info@business.example';

describeEachDatabase('the first administrator', (open) => {
  let database: Database;
  let host: AuthTestHost;
  beforeAll(async () => {
    database = await open();
    host = await startAuthHost(database);
  });
  let printed: string[];
  const printPassword = (password: string) => printed.push(password);
  beforeEach(async () => {
    printed = [];
    await database.pool.query('delete from auth.users');
  });
  afterAll(async () => {
    await host.close();
    await database.close();
  });

  const signIn = async (password: string) =>
    (await host.client().signInWithPassword({ email, password })).error?.code ?? 'signed in';
  const administrators = async () => {
    const { rows } = await database.pool.query<{ email: string }>(
      'select users.email from public.admins join auth.users on users.id = admins.user_id',
    );
    return rows;
  };

  it('gets a generated password once and signs in with it', async () => {
    const first = { database, email, printPassword };
    expect(await ensureFirstAdministrator(first)).toEqual({ created: true });
    expect(printed).toEqual([expect.stringMatching(/^[\w-]{20}$/)]);
    expect(await signIn(printed[0] ?? '')).toBe('signed in');
    expect(await administrators()).toEqual([{ email }]);
    expect(await ensureFirstAdministrator(first)).toEqual({ created: false });
    expect(printed).toHaveLength(1);
    expect(await signIn(printed[0] ?? '')).toBe('signed in');
  });

  it('does not exist before its password was printed', async () => {
    const failing = () => {
      throw new Error('nobody listens');
    };
    const first = ensureFirstAdministrator({ database, email, printPassword: failing });
    await expect(first).rejects.toThrow('nobody listens');
    expect(await administrators()).toEqual([]);
  });

  it("gets the given password, which later starts don't change", async () => {
    const first = { database, email, password: 'walnut-ferry-otter' };
    expect(await ensureFirstAdministrator(first)).toEqual({ created: true });
    const later = { ...first, password: 'given-2' };
    expect(await ensureFirstAdministrator(later)).toEqual({ created: false });
    expect(await signIn('given-2')).toBe('invalid_credentials');
    expect(await signIn('walnut-ferry-otter')).toBe('signed in');
  });

  it('is created once when two processes start together', async () => {
    const results = await Promise.all([
      ensureFirstAdministrator({ database, email, password: 'walnut-ferry-otter' }),
      ensureFirstAdministrator({ database, email, password: 'walnut-ferry-otter' }),
    ]);
    expect(results.filter((result) => result.created)).toHaveLength(1);
    expect(await administrators()).toHaveLength(1);
  });

  it('takes over an account that signed up with the address before', async () => {
    await host.client().signUp({ email, password: 'stranger-1' });
    await ensureFirstAdministrator({
      database,
      email,
      password: 'walnut-ferry-otter',
    });
    expect(await signIn('stranger-1')).toBe('email_not_confirmed');
    expect(await signIn('walnut-ferry-otter')).toBe('signed in');
  });

  it('is refused a weak password', async () => {
    const weak = { database, email, password: 'secret-1' };
    await expect(ensureFirstAdministrator(weak)).rejects.toMatchObject({ code: 'weak_password' });
    expect(await administrators()).toEqual([]);
  });
});
