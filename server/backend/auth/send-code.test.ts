import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { book } from '../../../supabase/tests/bookings.ts';
import {
  newestMail,
  openLink,
  recordTexts,
  signedUp,
  useAuthHost,
  wrongFor,
} from './auth-test-host.ts';

const password = 'secret-1';

describeEachDatabase('signing in without a password', (open) => {
  const texts = recordTexts();
  const auth = useAuthHost(open, { sendSms: texts.sendSms });
  const signInBy = async (email: string, options = {}) => {
    const client = auth.host.client();
    const { error } = await client.signInWithOtp({ email, options });
    return { client, error };
  };
  const bookFor = async (email: string) => {
    const id = await book(auth.database.pool);
    const { pool } = auth.database;
    await pool.query('update public.bookings set customer_email = $1 where id = $2', [email, id]);
    return id;
  };
  const passwordWorks = async (email: string) =>
    (await auth.host.client().signInWithPassword({ email, password })).error === null;

  it('emails a link that signs in and returns to the requesting page [S7.7]', async () => {
    await signedUp(auth.host, 'ann@example.com', password);
    await signInBy('Ann@example.com', { emailRedirectTo: `${auth.host.publicUrl}/login?a=1` });
    const mail = await newestMail(auth.host, 'ann@example.com');
    expect(mail.template).toBe('magic_link');
    const landing = await openLink(mail.link);
    expect([landing.page, landing.query.get('a')]).toEqual([`${auth.host.publicUrl}/login`, '1']);
    expect([landing.query.get('type'), landing.signsIn]).toEqual(['magiclink', true]);
    expect((await openLink(mail.link)).problem).toBe('otp_expired');
    expect(await passwordWorks('ann@example.com')).toBe(true);
  });

  it.each(['email', 'magiclink'] as const)('accepts the emailed code as %s', async (type) => {
    const email = `code-${type}@example.com`;
    const { client } = await signInBy(email);
    const { code } = await newestMail(auth.host, email);
    const wrong = await client.verifyOtp({ type, email, token: wrongFor(code) });
    expect(wrong.error?.code).toBe('otp_expired');
    const { data } = await client.verifyOtp({ type, email, token: code });
    expect(data.user).toMatchObject({ email, app_metadata: { provider: 'email' } });
    expect((await client.getClaims()).data?.claims['amr']).toMatchObject([{ method: 'otp' }]);
  });

  it('creates an account for a new address, without details that anybody may have sent', async () => {
    await signInBy('new@example.com', { data: { first_name: 'Nia' } });
    const { link } = await newestMail(auth.host, 'new@example.com');
    const { tokens } = await openLink(link);
    const client = auth.host.client();
    const { data } = await client.setSession(tokens);
    expect(data.user).toMatchObject({ email: 'new@example.com', user_metadata: {} });
  });

  it('creates no account when told not to, and answers alike', async () => {
    await signedUp(auth.host, 'known@example.com', password);
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const response = await auth.host.post('/otp', { email, create_user: false });
      expect([response.status, await response.json()]).toEqual([200, {}]);
    }
    expect(await auth.host.mailsTo('unknown@example.com')).toEqual([]);
    expect((await newestMail(auth.host, 'known@example.com')).template).toBe('magic_link');
    expect((await signInBy('unknown@example.com', { shouldCreateUser: false })).error).toBeNull();
  });

  it('sends a code to the email address of a booking that has no account', async () => {
    const email = 'guest@example.com';
    await bookFor(email);
    const response = await auth.host.post('/otp', {
      email: 'Guest@Example.com',
      create_user: false,
    });
    expect([response.status, await response.json()]).toEqual([200, {}]);
    const { code } = await newestMail(auth.host, email);
    const client = auth.host.client();
    const { data } = await client.verifyOtp({ type: 'email', email, token: code });
    expect(data.user?.email).toBe(email);
  });

  it('sends a code to the address of a booking by its id, which signs in by that id', async () => {
    const id = await bookFor('alexandra@example.com');
    const response = await auth.host.post('/otp', { booking_id: id });
    expect([response.status, await response.json()]).toEqual([200, { sent_to: 'a…a@example.com' }]);
    const { code } = await newestMail(auth.host, 'alexandra@example.com');
    const given = { type: 'email', booking_id: id };
    const wrong = await auth.host.post('/verify', { ...given, token: wrongFor(code) });
    expect([wrong.status, JSON.stringify(await wrong.json())]).toEqual([
      403,
      expect.not.stringContaining('alexandra'),
    ]);
    const right = await auth.host.post('/verify', { ...given, token: code });
    expect(await right.json()).toMatchObject({ user: { email: 'alexandra@example.com' } });
  });

  it('sends nothing for the id of a booking whose address was corrected', async () => {
    const id = await bookFor('corrected@example.com');
    await auth.database.pool.query('update public.bookings set opens_by_id = false where id = $1', [
      id,
    ]);
    const response = await auth.host.post('/otp', { booking_id: id });
    expect([response.status, await response.json()]).toEqual([200, { sent_to: null }]);
    expect(await auth.host.mailsTo('corrected@example.com')).toEqual([]);
  });

  it('sends nothing for an unknown booking id, and refuses a code for it as any wrong one', async () => {
    const booking_id = '5f0c7a52-8d5d-4d19-9a44-3b6f0a1f7c10';
    const response = await auth.host.post('/otp', { booking_id });
    expect([response.status, await response.json()]).toEqual([200, { sent_to: null }]);
    const refused = await auth.host.post('/verify', { type: 'email', booking_id, token: '123456' });
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error_code: 'otp_expired' },
    ]);
  });

  it('does not accept the password of a stranger who had signed up with the address', async () => {
    for (const [email, ask] of [
      ['taken@example.com', () => signInBy('taken@example.com')],
      ['lost@example.com', () => auth.host.client().resetPasswordForEmail('lost@example.com')],
    ] as const) {
      await auth.host.client().signUp({ email, password });
      await ask();
      const landing = await openLink((await newestMail(auth.host, email)).link);
      expect(landing.signsIn).toBe(true);
      expect(await passwordWorks(email)).toBe(false);
    }
  });

  it('gives a session of the code flow to the requesting browser', async () => {
    const client = auth.host.client('pkce');
    await client.signInWithOtp({ email: 'pkce@example.com' });
    const { code } = await openLink((await newestMail(auth.host, 'pkce@example.com')).link);
    const { data } = await client.exchangeCodeForSession(code);
    expect(data.user?.email).toBe('pkce@example.com');
  });

  it.each(['//evil.example', 'https://evil.example/login', 'javascript:alert(1)'])(
    'does not redirect to %s',
    async (emailRedirectTo) => {
      await signInBy('redirect@example.com', { emailRedirectTo });
      const landing = await openLink((await newestMail(auth.host, 'redirect@example.com')).link);
      expect([landing.page, landing.query.get('next')]).toEqual([
        `${auth.host.publicUrl}/login`,
        null,
      ]);
    },
  );

  it('texts a code to a phone, which creates an account or signs in [S7.8]', async () => {
    const client = auth.host.client();
    for (const round of [1, 2]) {
      expect((await client.signInWithOtp({ phone: '+1 416 555 0101' })).error).toBeNull();
      const token = texts.newest('14165550101');
      const sent = { type: 'sms', phone: '+14165550101' } as const;
      const wrong = await client.verifyOtp({ ...sent, token: wrongFor(token) });
      expect(wrong.error?.code).toBe('otp_expired');
      const { data } = await client.verifyOtp({ ...sent, token });
      expect([round, data.user?.phone, data.user?.phone_confirmed_at]).toEqual([
        round,
        '14165550101',
        expect.any(String),
      ]);
    }
    const { rowCount } = await auth.database.pool.query(
      `select from auth.users where phone = '14165550101'`,
    );
    expect(rowCount).toBe(1);
  });

  it('sends no text message to an unknown number when told not to create an account, and answers alike', async () => {
    const phone = '+14165550102';
    const response = await auth.host.post('/otp', { phone, create_user: false });
    expect([response.status, await response.json()]).toEqual([200, {}]);
    expect(texts.sent.filter((message) => message.phone === '14165550102')).toEqual([]);
  });

  it('accepts a texted code for ten minutes', async () => {
    const client = auth.host.client();
    await client.signInWithOtp({ phone: '+14165550103' });
    auth.host.passTime(10 * 60_000 + 1000);
    const { error } = await client.verifyOtp({
      type: 'sms',
      phone: '+14165550103',
      token: texts.newest('14165550103'),
    });
    expect(error?.code).toBe('otp_expired');
  });

  it('refuses both, neither, and malformed ones', async () => {
    for (const body of [
      {},
      { email: 'a@example.com', phone: '+14165550100' },
      { email: 'nonsense' },
      { booking_id: 'nonsense' },
      { email: 'a@example.com', booking_id: '5f0c7a52-8d5d-4d19-9a44-3b6f0a1f7c10' },
      { phone: '12' },
    ]) {
      const response = await auth.host.post('/otp', body);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error_code: 'validation_failed' },
      ]);
    }
  });
});
