import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { newestMail, openLink, useAuthHost } from './auth-test-host.ts';

const hourMs = 3_600_000;

describeEachDatabase('verifying', (open) => {
  const auth = useAuthHost(open);
  const password = 'secret-1';

  const signUp = async (email: string) => {
    await auth.host.client().signUp({ email, password });
    return newestMail(auth.host, email);
  };
  const codeOf = async (response: Response) =>
    ((await response.json()) as { error_code?: string }).error_code;

  it('uses a link once', async () => {
    const { link } = await signUp('once@example.com');
    const landing = await openLink(link);
    expect([landing.status, landing.fragment.get('token_type')]).toEqual([303, 'bearer']);
    const again = await openLink(link);
    expect(again.status).toBe(303);
    expect(Object.fromEntries(again.fragment)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
  });

  it('does not use a link up for a preview', async () => {
    const { link } = await signUp('preview@example.com');
    await fetch(link, { method: 'HEAD', redirect: 'manual' });
    expect((await openLink(link)).fragment.get('access_token')).not.toBeNull();
  });

  it('opens a confirmation for a day and a recovery for an hour', async () => {
    const late = await signUp('late@example.com');
    auth.host.passTime(23 * hourMs);
    expect((await openLink(late.link)).fragment.has('access_token')).toBe(true);
    const tooLate = await signUp('too-late@example.com');
    auth.host.passTime(24 * hourMs + 1000);
    expect((await openLink(tooLate.link)).fragment.get('error_code')).toBe('otp_expired');

    await auth.host.client().resetPasswordForEmail('late@example.com');
    const recovery = await newestMail(auth.host, 'late@example.com');
    auth.host.passTime(hourMs + 1000);
    expect((await openLink(recovery.link)).fragment.get('error_code')).toBe('otp_expired');
  });

  it('does not take a token for something it was not sent for', async () => {
    const { link, code } = await signUp('kind@example.com');
    for (const type of ['recovery', 'email_change', 'magiclink', 'constructor', '']) {
      const other = new URL(link);
      other.searchParams.set('type', type);
      expect((await openLink(other.href)).fragment.get('error_code')).toBe('otp_expired');
    }
    const body = { type: 'recovery', email: 'kind@example.com', token: code };
    expect(await codeOf(await auth.host.post('/verify', body))).toBe('otp_expired');
    expect((await openLink(link)).fragment.has('access_token')).toBe(true);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'SELF.evil.example/',
    '/x\r\ny',
  ])('leads to the front page when asked to lead to %j', async (target) => {
    const redirectTo = target.replace('SELF', auth.host.publicUrl);
    for (const token of ['unknown', 'pkce_unknown']) {
      const query = new URLSearchParams({ token, type: 'signup', redirect_to: redirectTo });
      const landing = await openLink(`${auth.host.publicUrl}/auth/v1/verify?${query}`);
      expect([landing.status, landing.page]).toEqual([303, `${auth.host.publicUrl}/`]);
    }
    const email = `redirect-${Buffer.from(target).toString('hex')}@example.com`;
    await auth.host.client().signUp({ email, password, options: { emailRedirectTo: redirectTo } });
    const landing = await openLink((await newestMail(auth.host, email)).link);
    expect(landing.page).toBe(`${auth.host.publicUrl}/`);
  });

  it('takes the secret of the link or the code of the mail from a form', async () => {
    const byHash = await signUp('hash@example.com');
    const tokenHash = new URL(byHash.link).searchParams.get('token') ?? '';
    const hashed = await auth.host.client().verifyOtp({ type: 'email', token_hash: tokenHash });
    expect(hashed.data.user?.email).toBe('hash@example.com');

    const byCode = await signUp('code@example.com');
    const client = auth.host.client();
    const verified = await client.verifyOtp({
      type: 'signup',
      email: 'Code@example.com',
      token: byCode.code,
    });
    expect(verified.error).toBeNull();
    expect((await client.getUser()).data.user?.email).toBe('code@example.com');
  });

  it('voids a code after five wrong ones, and answers unknown addresses alike', async () => {
    const { code, link } = await signUp('guess@example.com');
    const attempt = (email: string, token: string) =>
      auth.host.post('/verify', { type: 'signup', email, token });
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const answers = new Set<string>();
    for (let index = 0; index < 5; index += 1) {
      answers.add(await (await attempt('guess@example.com', wrong)).text());
    }
    answers.add(await (await attempt('nobody@example.com', code)).text());
    answers.add(await (await attempt('guess@example.com', code)).text());
    expect([...answers]).toEqual([
      JSON.stringify({
        code: 403,
        error_code: 'otp_expired',
        msg: 'Token has expired or is invalid',
      }),
    ]);
    expect((await openLink(link)).fragment.get('error_code')).toBe('otp_expired');
  });

  it('does not take the code of one person for another', async () => {
    const one = await signUp('one@example.com');
    await signUp('two@example.com');
    const body = { type: 'signup', email: 'two@example.com', token: one.code };
    expect((await auth.host.post('/verify', body)).status).toBe(403);
  });

  it('refuses a request that names no token, no type or both an address and a number', async () => {
    const email = 'a@example.com';
    for (const body of [
      { email, token: '123456' },
      { type: 'signup', email },
      { type: 'signup', token: '123456' },
      { type: 'signup', token: '123456', phone: '+14165550100' },
      { type: 'phone_change', token: '123456', email },
      { type: 'signup', token: '123456', email, phone: '+14165550100' },
      { type: 'nonsense', token: '123456', email },
    ]) {
      expect(await codeOf(await auth.host.post('/verify', body))).toBe('validation_failed');
    }
  });
});
