import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { newestMail, openLink, signedUp, useAuthHost } from './auth-test-host.ts';

describeEachDatabase('a password recovery and a resent email', (open) => {
  const auth = useAuthHost(open);
  const password = 'secret-1';

  const answer = async (path: string, body: object) => {
    const response = await auth.host.post(path, body);
    return { status: response.status, body: await response.text() };
  };

  it('emails a link that signs in, and a new password ends all other sessions [S7.11]', async () => {
    const email = 'ann@example.com';
    const elsewhere = await signedUp(auth.host, email, password);
    const client = auth.host.client();
    const { error } = await client.resetPasswordForEmail(email, {
      redirectTo: `${auth.host.publicUrl}/login?reset=1`,
    });
    expect(error).toBeNull();
    const mail = await newestMail(auth.host, email);
    expect(mail.template).toBe('password_recovery');
    const { page, query, tokens } = await openLink(mail.link);
    expect([page, query.get('reset'), query.get('type')]).toEqual([
      `${auth.host.publicUrl}/login`,
      '1',
      'recovery',
    ]);
    await client.setSession(tokens);
    expect((await client.updateUser({ password: 'another-1' })).error).toBeNull();
    expect((await client.getUser()).error).toBeNull();
    expect((await elsewhere.getUser()).error).not.toBeNull();
    const signIn = (word: string) =>
      auth.host.client().signInWithPassword({ email, password: word });
    expect((await signIn(password)).error?.code).toBe('email_not_confirmed');
    expect((await signIn('another-1')).error).toBeNull();
  });

  it('answers known, unconfirmed and unknown addresses alike', async () => {
    await signedUp(auth.host, 'known@example.com', password);
    await auth.host.client().signUp({ email: 'waiting@example.com', password });
    const requests = [
      ['/recover', {}],
      ['/resend', { type: 'signup' }],
      ['/resend', { type: 'email_change' }],
    ] as const;
    for (const [path, body] of requests) {
      const unknown = await answer(path, { ...body, email: 'unknown@example.com' });
      expect(unknown).toEqual({ status: 200, body: '{}' });
      expect(await answer(path, { ...body, email: 'known@example.com' })).toEqual(unknown);
      expect(await answer(path, { ...body, email: 'waiting@example.com' })).toEqual(unknown);
    }
    expect(await auth.host.mailsTo('unknown@example.com')).toEqual([]);
    const known = await auth.host.mailsTo('known@example.com');
    expect(known.map((mail) => mail.template)).toEqual([
      'signup_confirmation',
      'password_recovery',
    ]);
  });

  it('resends a confirmation, and only the newest counts [S7.12]', async () => {
    const email = 'again@example.com';
    await auth.host.client().signUp({ email, password });
    const first = await newestMail(auth.host, email);
    expect((await auth.host.client().resend({ type: 'signup', email })).error).toBeNull();
    const second = await newestMail(auth.host, email);
    expect(second.link).not.toBe(first.link);
    expect((await openLink(first.link)).problem).toBe('otp_expired');
    expect((await openLink(second.link)).query.get('type')).toBe('signup');
  });

  it('refuses a request without an address or with an unknown type', async () => {
    expect((await answer('/recover', {})).status).toBe(400);
    expect((await answer('/resend', { type: 'signup' })).status).toBe(400);
    expect((await answer('/resend', { type: 'x', email: 'a@example.com' })).status).toBe(400);
    const sms = await answer('/resend', { type: 'sms', phone: '+14165550100' });
    expect(sms.body).toContain('phone_provider_disabled');
  });
});
