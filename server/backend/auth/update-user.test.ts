import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import type { Database } from '../database/database.ts';
import {
  type AuthTestHost,
  newestMail,
  openLink,
  resendChange,
  sessionOf,
  signedUp,
  startAuthHost,
  verifyChange,
  wrongFor,
} from './auth-test-host.ts';

describeEachDatabase('changing an account', (open) => {
  let database: Database;
  let host: AuthTestHost;
  const password = 'secret-1';
  const texts: { phone: string; code: string }[] = [];
  beforeAll(async () => {
    database = await open();
    host = await startAuthHost(database, {
      sendSms: (_client, message) => {
        texts.push(message);
        return Promise.resolve();
      },
    });
  });
  afterAll(async () => {
    await host.close();
    await database.close();
  });

  it('replaces metadata key by key [S7.15]', async () => {
    const client = await signedUp(host, 'meta@example.com', password);
    await client.updateUser({ data: { first_name: 'Ann', last_name: 'Lee' } });
    const { data } = await client.updateUser({ data: { first_name: 'Anna', last_name: null } });
    expect(data.user?.user_metadata).toEqual({ first_name: 'Anna' });
    const big = await client.updateUser({ data: { note: 'x'.repeat(5000) } });
    expect(big.error?.code).toBe('validation_failed');
  });

  it('answers no token but a signed-in customer’s', async () => {
    const client = await signedUp(host, 'role@example.com', password);
    const { data } = await client.getSession();
    const token = data.session?.access_token ?? '';
    const { sub, session_id } = decodeJwt(token);
    const asAnon = await new SignJWT({ role: 'anon', sub, session_id, exp: 4_000_000_000 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(host.keys.signing.current);
    const statusOf = async (bearer: string) =>
      (await host.get('/user', { authorization: `Bearer ${bearer}` })).status;
    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(asAnon)).toBe(403);
  });

  it('refuses a weak password and the current one', async () => {
    const client = await signedUp(host, 'weak@example.com', password);
    const weak = await client.updateUser({ password: '12345' });
    expect(weak.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] });
    expect((await client.updateUser({ password })).error?.code).toBe('same_password');
  });

  it('revokes an emailed recovery link when the password changes', async () => {
    const client = await signedUp(host, 'void@example.com', password);
    await host.client().resetPasswordForEmail('void@example.com');
    const { link } = await newestMail(host, 'void@example.com');
    await client.updateUser({ password: 'another-1' });
    expect((await openLink(link)).problem).toBe('otp_expired');
  });

  it('changes the address after both mailboxes confirmed', async () => {
    const client = await signedUp(host, 'old@example.com', password);
    const { data } = await client.updateUser({ email: 'New@example.com' });
    expect(data.user).toMatchObject({ email: 'old@example.com', new_email: 'new@example.com' });

    const session = await sessionOf(client);
    const confirm = async (email: string, by = session) =>
      openLink((await newestMail(host, email)).link, {}, by);
    expect((await confirm('old@example.com', '')).problem).toBe('no_authorization');
    const stranger = await signedUp(host, 'stranger@example.com', password);
    expect((await confirm('old@example.com', await sessionOf(stranger))).problem).toBe(
      'other_account',
    );
    const elsewhere = host.client();
    await elsewhere.signInWithPassword({ email: 'old@example.com', password });
    const fromOld = await confirm('old@example.com');
    expect(fromOld.message).toMatch(/confirm link sent to the other email/);
    expect((await client.getUser()).data.user?.email).toBe('old@example.com');

    const fromNew = await confirm('new@example.com');
    expect(fromNew.query.get('type')).toBe('email_change');
    const after = (await client.getUser()).data.user;
    expect([after?.email, after?.new_email]).toEqual(['new@example.com', undefined]);
    const signIn = await host.client().signInWithPassword({ email: 'new@example.com', password });
    expect(signIn.error).toBeNull();
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('does not accept two confirmations of one mailbox', async () => {
    const client = await signedUp(host, 'single@example.com', password);
    await client.updateUser({ email: 'single-new@example.com' });
    const session = await sessionOf(client);
    await openLink((await newestMail(host, 'single-new@example.com')).link, {}, session);
    await resendChange(host, client, { type: 'email_change', email: 'single@example.com' });
    const landing = await openLink(
      (await newestMail(host, 'single-new@example.com')).link,
      {},
      session,
    );
    expect(landing.signsIn).toBe(false);
    expect((await client.getUser()).data.user?.email).toBe('single@example.com');
  });

  it('restarts a change of the address only for the account', async () => {
    const [old, next] = ['mover@example.com', 'mover-new@example.com'];
    const client = await signedUp(host, old, password);
    await client.updateUser({ email: next });
    const session = await sessionOf(client);
    await openLink((await newestMail(host, old)).link, {}, session);
    const stranger = await sessionOf(await signedUp(host, 'restarter@example.com', password));
    const mails = async () => (await host.mailsTo(next)).length;
    const again = (by?: string) =>
      host.post(
        '/resend',
        { type: 'email_change', email: old },
        by ? { authorization: `Bearer ${by}` } : {},
      );
    expect((await again()).status).toBe(200);
    expect((await again(stranger)).status).toBe(200);
    expect(await mails()).toBe(1);
    const first = (await newestMail(host, next)).link;
    await again(session);
    expect(await mails()).toBe(2);
    expect((await openLink(first, {}, session)).problem).toBe('otp_expired');
    await openLink((await newestMail(host, old)).link, {}, session);
    await again('no token');
    await openLink((await newestMail(host, next)).link, {}, session);
    expect((await client.getUser()).data.user?.email).toBe(next);
  });

  it('accepts the codes of both emails, too', async () => {
    const client = await signedUp(host, 'by-code@example.com', password);
    await client.updateUser({ email: 'by-code-new@example.com' });
    const confirm = async (email: string) =>
      verifyChange(host, client, {
        type: 'email_change',
        email,
        token: (await newestMail(host, email)).code,
      });
    expect((await confirm('by-code@example.com')).msg).toMatch(/the other email/);
    const second = await confirm('by-code-new@example.com');
    expect(second.user).toMatchObject({ email: 'by-code-new@example.com' });
  });

  it('compares the code of a change with those of the own account only', async () => {
    const victim = 'wanted@example.com';
    const [first, second] = [
      await signedUp(host, 'first@example.com', password),
      await signedUp(host, 'second@example.com', password),
    ];
    await first.updateUser({ email: victim });
    const { code } = await newestMail(host, victim);
    await second.updateUser({ email: victim });
    const other = await newestMail(host, victim);
    const verify = (client: typeof first, token: string) =>
      verifyChange(host, client, { type: 'email_change', email: victim, token });
    expect((await verify(second, code)).error_code).toBe('otp_expired');
    for (let guess = 0; guess < 6; guess += 1) await verify(second, wrongFor(other.code));
    expect((await verify(first, code)).msg).toMatch(/the other email/);
  });

  it('does not reveal that a requested address belongs to another account', async () => {
    await signedUp(host, 'taken@example.com', password);
    const mails = await host.mailsTo('taken@example.com');
    const client = await signedUp(host, 'asks@example.com', password);
    const { data, error } = await client.updateUser({ email: 'taken@example.com' });
    expect(error).toBeNull();
    expect(data.user?.new_email).toBe('taken@example.com');
    expect(await host.mailsTo('taken@example.com')).toEqual(mails);
  });

  it('refuses an address that was taken meanwhile, and changes nothing', async () => {
    const client = await signedUp(host, 'slow@example.com', password);
    await client.updateUser({ email: 'wanted@example.com' });
    const { link } = await newestMail(host, 'wanted@example.com');
    const session = await sessionOf(client);
    await openLink((await newestMail(host, 'slow@example.com')).link, {}, session);
    await signedUp(host, 'wanted@example.com', password);
    expect((await openLink(link, {}, session)).problem).toBe('email_exists');
    expect((await client.getUser()).data.user?.email).toBe('slow@example.com');
  });

  it('changes the phone number after its code', async () => {
    const client = await signedUp(host, 'phone@example.com', password);
    const asked = await client.updateUser({ phone: '+1 (416) 555-0100' });
    expect(asked.data.user).toMatchObject({ phone: '', new_phone: '14165550100' });
    const { code } = texts.at(-1) ?? { code: '' };
    const change = { type: 'phone_change', phone: '+14165550100' };
    const wrong = code === '000000' ? '000001' : '000000';
    const refused = await verifyChange(host, client, { ...change, token: wrong });
    expect(refused.error_code).toBe('otp_expired');
    const anybody = await host.post('/verify', { ...change, token: code });
    expect(anybody.status, 'without a session').toBe(401);
    const { user } = await verifyChange(host, client, { ...change, token: code });
    expect(user).toMatchObject({ phone: '14165550100' });
  });

  it('refuses app metadata, malformed fields and a caller without a session', async () => {
    const client = await signedUp(host, 'app@example.com', password);
    const { data } = await client.getSession();
    const put = (body: unknown, authorization: string) =>
      fetch(`${host.publicUrl}/auth/v1/user`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const own = `Bearer ${data.session?.access_token}`;
    expect((await put({ app_metadata: { admin: true } }, own)).status).toBe(403);
    expect((await put({ email: 'nonsense' }, own)).status).toBe(400);
    expect((await put({ phone: 'nonsense' }, own)).status).toBe(400);
    expect((await put({ data: [] }, own)).status).toBe(400);
    expect((await put({ data: {} }, '')).status).toBe(401);
    expect((await put({ data: {} }, `Bearer ${host.keys.serviceKey}`)).status).toBe(403);
  });
});
