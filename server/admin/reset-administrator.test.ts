import { expect, it } from 'vitest';
import { protectedBy } from '../backend/auth/authenticator.ts';
import { signedIn, useAuthHost } from '../backend/auth/auth-test-host.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { AdminCommandError, resetAdministrator } from './reset-administrator.ts';

const email = 'boss@example.com';
const password = 'walnut-ferry-otter';

describeEachDatabase('the reset of an administrator', (open) => {
  const auth = useAuthHost(open);

  it('sets a new password and removes the second factor and every session [S9.28]', async () => {
    const { host, database } = auth;
    const client = await signedIn(auth, email, password);
    await database.pool.query(
      'insert into public.admins (user_id) select id from auth.users where email = $1',
      [email],
    );
    await protectedBy(host, client);
    const refreshToken = (await client.getSession()).data.session?.refresh_token ?? '';
    const reset = await resetAdministrator(database, ' Boss@Example.com');
    expect(reset.methods).toEqual([`Password with ${email}`, `Link or code emailed to ${email}`]);

    const refreshed = await host.client().refreshSession({ refresh_token: refreshToken });
    expect(refreshed.error?.code).toBe('refresh_token_not_found');
    expect((await client.getUser()).error).not.toBeNull();
    const old = await host.client().signInWithPassword({ email, password });
    expect(old.error?.code).toBe('invalid_credentials');
    const fresh = host.client();
    const { data } = await fresh.signInWithPassword({ email, password: reset.password });
    expect(data.user?.factors).toBeUndefined();
    const { rows } = await database.pool.query<{ change: string }>(
      `select data ->> 'change' as change from public.mail_outbox
       where to_email = $1 and template_type = 'sign_in_changed' order by created_at desc limit 2`,
      [email],
    );
    expect(rows.map(({ change }) => change)).toContain('Your password was changed.');
  });

  it("is refused for another address, and lists the administrators' addresses", async () => {
    await signedIn(auth, 'customer@example.com', password);
    await expect(resetAdministrator(auth.database, 'customer@example.com')).rejects.toThrow(
      new AdminCommandError(
        `No administrator has the address customer@example.com. Administrators: ${email}`,
      ),
    );
  });
});
