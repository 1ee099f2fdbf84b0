import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { follow, newestMail, openLink, useAuthHost } from './auth-test-host.ts';

const hourMs = 3_600_000;

describeEachDatabase('a verification', (open) => {
  const auth = useAuthHost(open);
  const password = 'secret-1';

  const signUp = async (email: string) => {
    await auth.host.client().signUp({ email, password });
    return newestMail(auth.host, email);
  };
  const codeOf = async (response: Response) =>
    ((await response.json()) as { error_code?: string }).error_code;

  it('accepts a link once', async () => {
    const { link } = await signUp('once@example.com');
    const landing = await openLink(link);
    expect([landing.status, landing.signsIn]).toEqual([200, true]);
    const again = await openLink(link);
    expect([again.status, again.problem, again.signsIn]).toEqual([403, 'otp_expired', false]);
  });

  it('returns no session for an opened URL and does not use its link [S7.10]', async () => {
    const { link } = await signUp('preview@example.com');
    const page = new URL(link);
    expect(page.pathname).toBe('/login');
    const token = page.searchParams.get('token_hash') ?? '';
    const next = `${auth.host.publicUrl}/account?a=1`;
    const query = new URLSearchParams({ token, type: 'signup', redirect_to: next });
    for (const method of ['HEAD', 'GET', 'GET']) {
      const response = await fetch(`${auth.host.publicUrl}/auth/v1/verify?${query}`, {
        method,
        redirect: 'manual',
      });
      if (method === 'HEAD') continue;
      const landing = new URL(response.headers.get('location') ?? 'about:blank');
      expect([response.status, landing.pathname, landing.hash]).toEqual([303, '/login', '']);
      expect(Object.fromEntries(landing.searchParams)).toEqual({
        next: '/account?a=1',
        token_hash: token,
        type: 'signup',
      });
    }
    expect((await openLink(link)).signsIn).toBe(true);
  });

  it('accepts a confirmation for a day and a recovery for an hour', async () => {
    const late = await signUp('late@example.com');
    auth.host.passTime(23 * hourMs);
    expect((await openLink(late.link)).signsIn).toBe(true);
    const tooLate = await signUp('too-late@example.com');
    auth.host.passTime(24 * hourMs + 1000);
    expect((await openLink(tooLate.link)).problem).toBe('otp_expired');

    await auth.host.client().resetPasswordForEmail('late@example.com');
    const recovery = await newestMail(auth.host, 'late@example.com');
    auth.host.passTime(hourMs + 1000);
    expect((await openLink(recovery.link)).problem).toBe('otp_expired');
  });

  it('refuses a token for another purpose', async () => {
    const { link, code } = await signUp('kind@example.com');
    for (const type of ['recovery', 'email', 'email_change', 'magiclink', 'constructor', '']) {
      const other = new URL(link);
      other.searchParams.set('type', type);
      expect((await openLink(other.href)).signsIn).toBe(false);
    }
    const body = { type: 'recovery', email: 'kind@example.com', token: code };
    expect(await codeOf(await auth.host.post('/verify', body))).toBe('otp_expired');
    expect((await openLink(link)).signsIn).toBe(true);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'SELF.evil.example/',
    '/x\r\ny',
  ])('redirects to no other page when given %j', async (target) => {
    const redirectTo = target.replace('SELF', auth.host.publicUrl);
    for (const token of ['unknown', 'pkce_unknown']) {
      const query = new URLSearchParams({ token, type: 'signup', redirect_to: redirectTo });
      const landing = await follow(`${auth.host.publicUrl}/auth/v1/verify?${query}`);
      expect([landing.status, landing.page]).toEqual([303, `${auth.host.publicUrl}/login`]);
      expect(landing.query.get('next')).toBeNull();
    }
    const email = `redirect-${Buffer.from(target).toString('hex')}@example.com`;
    await auth.host.client().signUp({ email, password, options: { emailRedirectTo: redirectTo } });
    const landing = await openLink((await newestMail(auth.host, email)).link);
    expect(landing.page).toBe(`${auth.host.publicUrl}/login`);
    expect(landing.query.get('next')).toBeNull();
  });

  it("accepts the link's secret or the email's code from a form [S7.9]", async () => {
    const byHash = await signUp('hash@example.com');
    const tokenHash = new URL(byHash.link).searchParams.get('token_hash') ?? '';
    const hashed = await auth.host.client().verifyOtp({ type: 'signup', token_hash: tokenHash });
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

  it('revokes a code but not its link after five wrong ones, and answers unknown addresses alike', async () => {
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
    expect((await openLink(link)).signsIn).toBe(true);
  });

  it("refuses another person's code", async () => {
    const one = await signUp('one@example.com');
    await signUp('two@example.com');
    const body = { type: 'signup', email: 'two@example.com', token: one.code };
    expect((await auth.host.post('/verify', body)).status).toBe(403);
  });

  it('refuses a request without a token or type, or with both an address and a number', async () => {
    const email = 'a@example.com';
    for (const body of [
      { email, token: '123456' },
      { type: 'signup', email },
      { type: 'signup', token: '123456' },
      { type: 'signup', token: '123456', phone: '+14165550100' },
      { type: 'sms', token: '123456', email },
      { type: 'signup', token: '123456', email, phone: '+14165550100' },
      { type: 'nonsense', token: '123456', email },
    ]) {
      expect(await codeOf(await auth.host.post('/verify', body))).toBe('validation_failed');
    }
  });
});
