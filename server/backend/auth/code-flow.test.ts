import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { follow, newestMail, openLink, useAuthHost } from './auth-test-host.ts';

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

  const isConfirmed = async (email: string) => {
    const { error } = await auth.host.client().signInWithPassword({ email, password });
    return error?.code !== 'email_not_confirmed';
  };

  it('changes nothing when the address of a link is opened [S7.10]', async () => {
    const { link } = await signUp('scanned@example.com');
    for (const url of [link, link.replace('/login?', '/auth/v1/verify?').replace('_hash', '')]) {
      expect((await follow(url)).query.get('code')).toBeNull();
    }
    expect(await isConfirmed('scanned@example.com')).toBe(false);
  });

  it('exchanges a link for a session in the requesting browser [S7.2, S7.5]', async () => {
    const { client, link } = await signUp('ann@example.com');
    const { code, query, signsIn } = await openLink(link);
    expect([query.get('a'), signsIn]).toEqual(['1', false]);
    expect(await isConfirmed('ann@example.com')).toBe(false);
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe('ann@example.com');
    expect((await client.getUser()).error).toBeNull();
    const again = await auth.host
      .client()
      .signInWithPassword({ email: 'ann@example.com', password });
    expect(again.error, 'the password of this browser').toBeNull();
  });

  it('gives another browser nothing and keeps the code for the requesting one', async () => {
    const { client, link } = await signUp('bea@example.com');
    const { code } = await openLink(link);
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
    const { code } = await openLink(link);
    auth.host.passTime(5 * 60_000 + 1000);
    const { error } = await client.exchangeCodeForSession(code);
    expect(error?.code).toBe('flow_state_expired');
  });

  it('refuses a used link and the code of a replaced one', async () => {
    const { client, link } = await signUp('dee@example.com');
    const { code } = await openLink(link);
    const newer = await signUp('dee@example.com');
    expect((await openLink(link)).problem).toBe('otp_expired');
    expect((await client.exchangeCodeForSession(code)).error?.code).toBe('otp_expired');
    await newer.client.exchangeCodeForSession((await openLink(newer.link)).code);
    expect((await openLink(newer.link)).problem).toBe('otp_expired');
  });

  it('recovers a password', async () => {
    const signedUp = await signUp('eve@example.com');
    await signedUp.client.exchangeCodeForSession((await openLink(signedUp.link)).code);
    const client = auth.host.client('pkce');
    await client.resetPasswordForEmail('eve@example.com');
    const { code } = await openLink((await newestMail(auth.host, 'eve@example.com')).link);
    const { data } = await client.exchangeCodeForSession(code);
    expect(data.user?.email).toBe('eve@example.com');
    expect((await client.updateUser({ password: 'another-1' })).error).toBeNull();
  });
});
