import { GoTrueClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultBusiness } from '../domain/business/default-business.ts';
import type { Database as Types } from '../supabase/database-types.ts';
import type { Database } from './backend/database/database.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startListeningHost } from './testing/listening-host.ts';

const password = 'a password for tests';

describeEachDatabase('the second factor of an administrator', (open) => {
  let database: Database;
  let server: Awaited<ReturnType<typeof startListeningHost>>;
  let skewMs = 0;
  const now = () => new Date(Date.now() + skewMs);
  beforeAll(async () => {
    database = await open();
    server = await startListeningHost(database, { ADMIN_PASSWORD: password }, now);
  });
  afterAll(() => server.stop());

  const signIn = async () => {
    const client = new GoTrueClient({
      url: `${server.origin}/auth/v1`,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      persistSession: false,
    });
    const { error } = await client.signInWithPassword({
      email: defaultBusiness.facts.infoEmail,
      password,
    });
    if (error) throw error;
    return client;
  };
  type Client = Awaited<ReturnType<typeof signIn>>;

  /** The data interface as the client's session may use it. */
  const data = async (client: Client) => {
    const token = (await client.getSession()).data.session?.access_token;
    const headers = { authorization: `Bearer ${token}` };
    return new PostgrestClient<Types>(`${server.origin}/rest/v1`, { headers });
  };
  const isAdmin = async (client: Client) => (await (await data(client)).rpc('is_admin')).data;
  const prove = async (client: Client, factorId: string, secret: string) => {
    skewMs += 30_000;
    const code = new TOTP({ secret }).generate({ timestamp: now().getTime() });
    const { error } = await client.mfa.challengeAndVerify({ factorId, code });
    if (error) throw error;
  };
  const enroll = async (client: Client) => {
    const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    if (enrolled.error) throw enrolled.error;
    const { id, totp } = enrolled.data;
    await prove(client, id, totp.secret);
    return { factorId: id, secret: totp.secret };
  };

  it('does not keep rights in any token after signing out everywhere, with or without one', async () => {
    const lost = await signIn();
    const rest = await data(lost);
    expect((await rest.rpc('is_admin')).data).toBe(true);
    await (await signIn()).signOut({ scope: 'global' });
    expect((await rest.rpc('is_admin')).data).toBe(false);
  });

  it('is enrolled, required, proved, lost, recovered and enrolled again', async () => {
    const first = await signIn();
    expect(await isAdmin(first)).toBe(true);
    const { factorId, secret } = await enroll(first);
    expect(await isAdmin(first)).toBe(true);
    const codes = (await (await data(first)).rpc('create_recovery_codes')).data ?? [];
    expect(codes).toHaveLength(10);
    await (await data(first)).rpc('set_second_factor_required', { required: true });

    const second = await signIn();
    expect(await isAdmin(second)).toBe(false);
    const refused = await (
      await data(second)
    ).rpc('set_second_factor_required', { required: false });
    expect([refused.status, refused.error?.message]).toEqual([403, 'second_factor_needed']);
    await prove(second, factorId, secret);
    expect(await isAdmin(second)).toBe(true);
    const stolen = await data(second);

    const third = await signIn();
    const wrong = await (await data(third)).rpc('use_recovery_code', { code: 'AAAA-AAAA-AA' });
    expect(wrong.data).toBe(false);
    const right = await (await data(third)).rpc('use_recovery_code', { code: codes[0] ?? '' });
    expect(right.data).toBe(true);
    expect((await second.getUser()).error).not.toBeNull();
    expect((await third.getUser()).data.user?.factors).toBeUndefined();
    expect(await isAdmin(third)).toBe(false);

    await enroll(third);
    expect(await isAdmin(third)).toBe(true);
    expect((await stolen.rpc('is_admin')).data, 'a token of the lost phone').toBe(false);
    expect((await (await data(third)).rpc('second_factor_status')).data).toEqual({
      required: true,
      has_factor: true,
      session_is_verified: true,
      recovery_codes_left: 9,
      is_administrator: true,
    });
  });
});
