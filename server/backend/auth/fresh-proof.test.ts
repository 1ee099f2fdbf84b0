import type { GoTrueClient } from '@supabase/auth-js';
import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { enrolled, protectedBy, proveFactor } from './authenticator.ts';
import { newestMail, recordTexts, signedIn, useAuthHost } from './auth-test-host.ts';

const password = 'secret-1';
const fiveMinutesMs = 5 * 60_000;

describeEachDatabase('a change of how a person signs in', (open) => {
  const texts = recordTexts();
  const auth = useAuthHost(open, { sendSms: texts.sendSms });
  const aged = async (email: string) => {
    const client = await signedIn(auth, email, password);
    auth.host.passTime(fiveMinutesMs + 1000);
    return client;
  };
  const refused = { status: 400, code: 'reauthentication_needed' };

  const changes: [string, (client: GoTrueClient) => Promise<{ error: unknown }>][] = [
    ['a new password', (client) => client.updateUser({ password: 'another-1' })],
    ['a new e-mail address', (client) => client.updateUser({ email: 'elsewhere@example.com' })],
    ['a phone number', (client) => client.updateUser({ phone: '+14165550133' })],
    [
      'a second factor',
      (client) => client.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }),
    ],
  ];

  it.each(changes)('refuses %s more than five minutes after the sign-in', async (name, change) => {
    const client = await aged(`${name.replaceAll(' ', '-')}@example.com`);
    expect((await change(client)).error).toMatchObject(refused);
  });

  it.each(changes)('refuses %s with a token that was merely refreshed', async (name, change) => {
    const client = await aged(`${name.replaceAll(' ', '-')}-refreshed@example.com`);
    await client.refreshSession();
    expect((await change(client)).error).toMatchObject(refused);
  });

  it.each(changes)('takes %s within five minutes of the sign-in', async (name, change) => {
    const client = await signedIn(auth, `${name.replaceAll(' ', '-')}-now@example.com`, password);
    auth.host.passTime(fiveMinutesMs - 5000);
    expect((await change(client)).error).toBeNull();
  });

  it.each(changes.slice(0, 3))('takes %s with a code that was mailed for it', async (name) => {
    const email = `${name.replaceAll(' ', '-')}-nonce@example.com`;
    const client = await aged(email);
    await client.reauthenticate();
    const { code: nonce } = await newestMail(auth.host, email);
    const wanted = {
      'a new password': { password: 'another-1' },
      'a new e-mail address': { email: 'nonce-elsewhere@example.com' },
      'a phone number': { phone: '+14165550134' },
    }[name];
    expect((await client.updateUser({ ...wanted, nonce })).error).toBeNull();
  });

  it('refuses to count a second factor that was begun before the proof grew old [S7.19]', async () => {
    const client = await signedIn(auth, 'began@example.com', password);
    const app = await enrolled(auth.host, client);
    auth.host.passTime(fiveMinutesMs + 1000);
    const { factorId, code } = app;
    const late = await client.mfa.challengeAndVerify({ factorId, code: code() });
    expect(late.error).toMatchObject(refused);
    await client.signInWithPassword({ email: 'began@example.com', password });
    await proveFactor(auth.host, client, app);
  });

  it('takes the code of a second factor that counts as a proof', async () => {
    const email = 'careful@example.com';
    const client = await signedIn(auth, email, password);
    const app = await protectedBy(auth.host, client);
    auth.host.passTime(fiveMinutesMs + 1000);
    const { factorId } = app;
    expect((await client.mfa.unenroll({ factorId })).error).toMatchObject(refused);
    await proveFactor(auth.host, client, app);
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  });

  it('takes a code by mail that signs in as a proof', async () => {
    const email = 'coded@example.com';
    const client = await aged(email);
    await client.signInWithOtp({ email });
    const { code } = await newestMail(auth.host, email);
    await client.verifyOtp({ type: 'email', email, token: code });
    expect((await client.updateUser({ password: 'another-1' })).error).toBeNull();
  });

  it('takes the code of a recovery mail as a proof', async () => {
    const email = 'forgot@example.com';
    await aged(email);
    await auth.host.client().resetPasswordForEmail(email);
    const client = auth.host.client();
    const { code } = await newestMail(auth.host, email);
    await client.verifyOtp({ type: 'recovery', email, token: code });
    expect((await client.updateUser({ password: 'another-1' })).error).toBeNull();
  });

  it('leaves a name to every session', async () => {
    const client = await aged('named@example.com');
    expect((await client.updateUser({ data: { first_name: 'Ann' } })).error).toBeNull();
  });

  it('drops with the old password what was begun and has not been confirmed', async () => {
    const email = 'pending@example.com';
    const client = await signedIn(auth, email, password);
    await client.updateUser({ phone: '+14165550135', email: 'pending-new@example.com' });
    await enrolled(auth.host, client);
    const { data } = await client.updateUser({ password: 'another-1' });
    expect(data.user).not.toHaveProperty('new_phone');
    expect(data.user).not.toHaveProperty('new_email');
    expect((await client.mfa.listFactors()).data?.all).toEqual([]);
    await auth.host.client().resend({ type: 'phone_change', phone: '+14165550135' });
    const late = await auth.host.client().verifyOtp({
      type: 'phone_change',
      phone: '+14165550135',
      token: texts.newest('14165550135'),
    });
    expect(late.error?.code).toBe('otp_expired');
  });
});
