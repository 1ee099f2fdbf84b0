import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { newestMail, follow, useAuthHost } from './auth-test-host.ts';

describeEachDatabase('the code flow', (open) => {
  const auth = useAuthHost(open);
  const password = 'secret-1';

  const signUp = async (email: string) => {
    const client = auth.host.client('pkce');
    await client.signUp({
      email,
      password,
      options: { emailRedirectTo: `${auth.host.publicUrl}/login?a=1` },
    });
    return { client, link: (await newestMail(auth.host, email)).link };
  };

  it('exchanges a link for a session in the requesting browser [S7.2, S7.5]', async () => {
    const { client, link } = await signUp('ann@example.com');
    const landing = await follow(link);
    expect(landing.query.get('a')).toBe('1');
    expect(landing.hash).toBe('');
    const { data, error } = await client.exchangeCodeForSession(landing.query.get('code') ?? '');
    expect(error).toBeNull();
    expect(data.user?.email).toBe('ann@example.com');
    expect((await client.getUser()).error).toBeNull();
  });

  it('gives another browser nothing and keeps the code for the requesting one', async () => {
    const { client, link } = await signUp('bea@example.com');
    const code = (await follow(link)).query.get('code') ?? '';
    const stolen = await auth.host.post('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'a'.repeat(56),
    });
    expect([stolen.status, await stolen.json()]).toMatchObject([
      400,
      { error_code: 'bad_code_verifier' },
    ]);
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    const again = await auth.host.post('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'a'.repeat(56),
    });
    expect(again.status, 'used once').toBe(404);
  });

  it('refuses a plain challenge, which equals the verifier', async () => {
    const refused = await auth.host.post('/otp', {
      email: 'plain@example.com',
      code_challenge: 'a'.repeat(56),
      code_challenge_method: 'plain',
    });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error_code: 'validation_failed' },
    ]);
  });

  it('expires a code after five minutes', async () => {
    const { client, link } = await signUp('cem@example.com');
    const code = (await follow(link)).query.get('code') ?? '';
    auth.host.passTime(5 * 60_000 + 1000);
    const { error } = await client.exchangeCodeForSession(code);
    expect(error?.code).toBe('flow_state_expired');
  });

  it("reports a link's error in the query", async () => {
    const { link } = await signUp('dee@example.com');
    await follow(link);
    const again = await follow(link);
    expect(again.query.get('error_code')).toBe('otp_expired');
    expect(again.hash).toBe('');
  });

  it('recovers a password', async () => {
    const { link } = await signUp('eve@example.com');
    await follow(link);
    const client = auth.host.client('pkce');
    await client.resetPasswordForEmail('eve@example.com');
    const landing = await follow((await newestMail(auth.host, 'eve@example.com')).link);
    const { data } = await client.exchangeCodeForSession(landing.query.get('code') ?? '');
    expect(data.user?.email).toBe('eve@example.com');
    expect((await client.updateUser({ password: 'another-1' })).error).toBeNull();
  });
});
