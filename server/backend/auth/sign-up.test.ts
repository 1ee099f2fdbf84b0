import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import type { Database } from '../database/database.ts';
import { type AuthTestHost, newestMail, openLink, startAuthHost } from './auth-test-host.ts';

describeEachDatabase('signing up', (open) => {
  let database: Database;
  let host: AuthTestHost;
  beforeAll(async () => {
    database = await open();
    host = await startAuthHost(database);
  });
  afterAll(async () => {
    await host.close();
    await database.close();
  });

  it('requires the link in the email, which signs in [S7.1]', async () => {
    const client = host.client();
    const credentials = { email: ' Ann@Example.com ', password: 'secret-1' };
    const { data, error } = await client.signUp({
      ...credentials,
      options: { data: { first_name: 'Ann' }, emailRedirectTo: `${host.publicUrl}/login` },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email: 'ann@example.com',
      user_metadata: { first_name: 'Ann' },
    });

    const early = await client.signInWithPassword(credentials);
    expect(early.error).toMatchObject({
      status: 400,
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    });

    const mail = await newestMail(host, 'ann@example.com');
    expect(mail.template).toBe('signup_confirmation');
    expect(mail.code).toMatch(/^\d{6}$/);
    const landing = await openLink(mail.link, { password: credentials.password });
    expect(landing.page).toBe(`${host.publicUrl}/login`);
    expect(landing.query.get('type')).toBe('signup');

    const session = await client.setSession(landing.tokens);
    expect(session.data.user?.id).toBe(data.user?.id);
    expect(session.data.user?.email_confirmed_at).toBeDefined();
    const signedIn = await client.signInWithPassword(credentials);
    expect(signedIn.error).toBeNull();
  });

  it('answers a known address exactly like an unknown one, and emails it that it has an account', async () => {
    const signUp = async (email: string) => {
      const response = await host.post('/signup', { email, password: 'secret-1', data: { a: 1 } });
      const body = (await response.json()) as Record<string, unknown>;
      return { status: response.status, body: withoutTimes(body) };
    };
    const unknown = await signUp('bea@example.com');
    const unconfirmed = await signUp('bea@example.com');
    await openLink((await newestMail(host, 'bea@example.com')).link, { password: 'secret-1' });
    const mailsBefore = await host.mailsTo('bea@example.com');
    const known = await signUp('bea@example.com');
    expect(known).toEqual(unknown);
    expect(unconfirmed).toEqual(unknown);
    // Without a token: the sign-up opens no way into the account.
    expect((await host.mailsTo('bea@example.com')).slice(mailsBefore.length)).toEqual([
      { template: 'account_exists', to: 'bea@example.com' },
    ]);

    const old = await host.client().signInWithPassword({
      email: 'bea@example.com',
      password: 'secret-1',
    });
    expect(old.error).toBeNull();
  });

  const signUpWith = (email: string, password: string) => host.client().signUp({ email, password });
  const signInWith = async (email: string, password: string) =>
    (await host.client().signInWithPassword({ email, password })).error?.code ?? 'in';

  it('revokes the older link of a repeated sign-up', async () => {
    const email = 'cem@example.com';
    await signUpWith(email, 'the-password');
    const first = await newestMail(host, email);
    await signUpWith(email, 'the-password');
    const second = await newestMail(host, email);
    expect((await openLink(first.link)).problem).toBe('otp_expired');
    expect((await openLink(second.link)).signsIn).toBe(true);
  });

  it.each([
    ['last', ['of the owner', 'of a stranger']],
    ['first', ['of a stranger', 'of the owner']],
    ['twice', ['of a stranger', 'of the owner', 'of a stranger', 'of a stranger']],
    ['alone', ['of a stranger']],
  ])(
    "never accepts the password of a stranger's sign-up with the address %s",
    async (when, passwords) => {
      const email = `hijack-${when}@example.com`;
      for (const password of passwords) await signUpWith(email, password);
      expect(await signInWith(email, 'of a stranger')).not.toBe('in');
      const { link } = await newestMail(host, email);
      expect((await openLink(link)).signsIn).toBe(true);
      expect(await signInWith(email, 'of a stranger')).toMatch(
        /invalid_credentials|email_not_confirmed/,
      );
      const { rows } = await database.pool.query(
        'select encrypted_password, raw_user_meta_data from auth.users where email = $1',
        [email],
      );
      expect(rows).toEqual([{ encrypted_password: null, raw_user_meta_data: {} }]);
    },
  );

  it('takes the password given with the confirmation in place of the one before', async () => {
    const email = 'later@example.com';
    await signUpWith(email, 'of a stranger');
    const { link } = await newestMail(host, email);
    expect((await openLink(link, { password: 'short' })).problem).toBe('weak_password');
    expect((await openLink(link, { password: 'of the owner' })).signsIn).toBe(true);
    expect(await signInWith(email, 'of the owner')).toBe('in');
    expect(await signInWith(email, 'of a stranger')).toBe('email_not_confirmed');
  });

  it('keeps its password and details for the browser that signed up, and for no other', async () => {
    const email = 'own-browser@example.com';
    const challengeOf = (verifier: string) =>
      createHash('sha256').update(verifier).digest('base64url');
    const signUpIn = (verifier: string, password: string) =>
      host.post('/signup', {
        email,
        password,
        data: { first_name: password },
        code_challenge: challengeOf(verifier),
        code_challenge_method: 's256',
      });
    await signUpIn('a'.repeat(56), 'of the owner');
    await signUpIn('b'.repeat(56), 'of a stranger');
    const stranger = (await newestMail(host, email)).link;
    const refused = await openLink(stranger, { code_verifier: 'a'.repeat(56) });
    expect([refused.status, refused.problem]).toEqual([400, 'bad_code_verifier']);
    await signUpIn('a'.repeat(56), 'of the owner');
    await host.client().resend({ type: 'signup', email });
    const own = (await newestMail(host, email)).link;
    expect((await openLink(own, { code_verifier: 'a'.repeat(56) })).signsIn).toBe(true);
    const { data } = await host.client().signInWithPassword({ email, password: 'of the owner' });
    expect(data.user?.user_metadata).toEqual({ first_name: 'of the owner' });
  });

  it('creates one account when an address signs up several times at once', async () => {
    const email = 'race@example.com';
    await Promise.all(
      Array.from({ length: 5 }, () => host.client().signUp({ email, password: 'secret-1' })),
    );
    const { rows } = await database.pool.query('select from auth.users where email = $1', [email]);
    expect(rows).toHaveLength(1);
  });

  const email = 'd@example.com';
  const password = 'secret-1';
  const phone = '+14165550100';
  it.each([
    ['a short password', { email, password: '12345' }, 422, 'weak_password'],
    ['no address', { email: 'not an address', password }, 400, 'validation_failed'],
    ['an invisible letter', { email: 'eve\u200b@example.com', password }, 400, 'validation_failed'],
    ['a wide letter', { email: 'eve@ｅxample.com', password }, 400, 'validation_failed'],
    ['a mail header', { email: 'a@b.c\r\nbcc: x@y.z', password }, 400, 'validation_failed'],
    ['no password', { email }, 400, 'validation_failed'],
    ['both an address and a number', { email, phone, password }, 400, 'validation_failed'],
    ['a number', { phone, password }, 400, 'phone_provider_disabled'],
    ['nothing at all', { data: {} }, 422, 'anonymous_provider_disabled'],
    ['an address that is no text', { email: { $ne: 1 }, password }, 400, 'bad_json'],
    ['long metadata', { email, password, data: { a: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    ['a huge body', { email, password: 'x'.repeat(40_000) }, 413, 'bad_json'],
    ['half a challenge', { email, password, code_challenge: 'x' }, 400, 'validation_failed'],
    ['no object', 'text', 400, 'bad_json'],
  ])('refuses %s', async (_what, body, status, code) => {
    const response = await host.post('/signup', body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: status, error_code: code });
    expect(await host.mailsTo(email)).toEqual([]);
  });

  it('cannot set a role, a confirmation or app metadata', async () => {
    const email = 'eve@example.com';
    await host.post('/signup', {
      email,
      password: 'secret-1',
      role: 'service_role',
      app_metadata: { admin: true },
      email_confirmed_at: '2020-01-01',
      data: { role: 'service_role' },
    });
    const { rows } = await database.pool.query(
      'select role, email_confirmed_at, raw_app_meta_data from auth.users where email = $1',
      [email],
    );
    expect(rows).toEqual([
      {
        role: 'authenticated',
        email_confirmed_at: null,
        raw_app_meta_data: { provider: 'email', providers: ['email'] },
      },
    ]);
  });

  it('stores in plain text nothing that opens an account', async () => {
    const email = 'fay@example.com';
    await host.client().signUp({ email, password: 'secret-fay' });
    const mail = await newestMail(host, email);
    const { rows } = await database.pool.query<{ kept: string }>(
      `select (select jsonb_agg(u) from auth.users u)::text
         || (select jsonb_agg(t) from auth.one_time_tokens t)::text as kept`,
    );
    const kept = rows[0]?.kept ?? '';
    expect(kept).toContain(email);
    expect(kept).not.toContain('secret-fay');
    expect(kept).not.toContain(new URL(mail.link).searchParams.get('token_hash'));
    expect(kept).not.toContain(`"${mail.code}"`);
  });
});

const withoutTimes = (body: Record<string, unknown>) =>
  JSON.stringify(body).replace(/"\d{4}-\d{2}-\d{2}T[^"]+"/g, '"<time>"');
