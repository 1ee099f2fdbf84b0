import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { signedUp, useAuthHost } from './auth-test-host.ts';

/** Calls and fields of the official client beyond the product's own use. */
describeEachDatabase('the dialect of the official client', (open) => {
  const auth = useAuthHost(open);

  it('accepts a captcha token at sign-up and requires none [S7.2]', async () => {
    const signUp = (options: object) =>
      auth.host.client().signUp({ email: 'cap@example.com', password: 'secret-1', options });
    for (const { error, data } of [
      await signUp({ captchaToken: 'a token' }),
      await signUp({ data: { first_name: 'Cap' } }),
    ]) {
      expect(error).toBeNull();
      expect(data.user?.email).toBe('cap@example.com');
    }
  });

  it("has the user's id, address, phone, factors and names [S3.11]", async () => {
    const client = await signedUp(auth.host, 'whole@example.com', 'secret-1');
    await client.updateUser({ data: { first_name: 'Ann', last_name: 'Roy' } });
    await client.mfa.enroll({ factorType: 'totp' });
    const { data } = await client.getUser();
    expect(data.user).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      email: 'whole@example.com',
      phone: '',
      factors: [{ factor_type: 'totp', status: 'unverified' }],
      user_metadata: { first_name: 'Ann', last_name: 'Roy' },
    });
  });

  it('says that no other provider is enabled, also at its redirect [S7.13, S7.17]', async () => {
    const google = await auth.host.get('/authorize?provider=google');
    expect(google.status).toBe(400);
    expect(await google.json()).toMatchObject({ error_code: 'validation_failed' });
    const { error } = await auth.host.client().signInWithSSO({ domain: 'example.com' });
    expect(error?.code).toBe('saml_provider_disabled');
  });

  it('refuses user administration [S7.24]', async () => {
    for (const path of ['/admin/users', '/admin/generate_link']) {
      const answer = await auth.host.post(path, { type: 'magiclink', email: 'ann@example.com' });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });
});
