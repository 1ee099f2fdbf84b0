import type { GoTrueClient } from '@supabase/auth-js';
import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { enrolled, protectedBy, proveFactor } from './authenticator.ts';
import {
  newestMail,
  recordTexts,
  resendChange,
  signedIn,
  useAuthHost,
  verifyChange,
} from './auth-test-host.ts';

const password = 'secret-1';
const fiveMinutesMs = 5 * 60_000;

describeEachDatabase('a change of sign-in methods', (open) => {
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

  it.each(changes)('refuses %s with a refreshed token', async (name, change) => {
    const client = await aged(`${name.replaceAll(' ', '-')}-refreshed@example.com`);
    await client.refreshSession();
    expect((await change(client)).error).toMatchObject(refused);
  });

  it.each(changes)('accepts %s within five minutes of the sign-in', async (name, change) => {
    const client = await signedIn(auth, `${name.replaceAll(' ', '-')}-now@example.com`, password);
    auth.host.passTime(fiveMinutesMs - 5000);
    expect((await change(client)).error).toBeNull();
  });

  it.each(changes.slice(0, 3))('accepts %s with an emailed code', async (name) => {
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

  it('does not activate a second factor whose proof has expired [S7.19]', async () => {
    const client = await signedIn(auth, 'began@example.com', password);
    const app = await enrolled(auth.host, client);
    auth.host.passTime(fiveMinutesMs + 1000);
    const { factorId, code } = app;
    const late = await client.mfa.challengeAndVerify({ factorId, code: code() });
    expect(late.error).toMatchObject(refused);
    await client.signInWithPassword({ email: 'began@example.com', password });
    await proveFactor(auth.host, client, app);
  });

  it('accepts the code of an active second factor as proof', async () => {
    const email = 'careful@example.com';
    const client = await signedIn(auth, email, password);
    const app = await protectedBy(auth.host, client);
    auth.host.passTime(fiveMinutesMs + 1000);
    const { factorId } = app;
    expect((await client.mfa.unenroll({ factorId })).error).toMatchObject(refused);
    await proveFactor(auth.host, client, app);
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  });

  it('accepts a sign-in code by email as proof', async () => {
    const email = 'coded@example.com';
    const client = await aged(email);
    await client.signInWithOtp({ email });
    const { code } = await newestMail(auth.host, email);
    await client.verifyOtp({ type: 'email', email, token: code });
    expect((await client.updateUser({ password: 'another-1' })).error).toBeNull();
  });

  it('accepts the code of a recovery email as proof', async () => {
    const email = 'forgot@example.com';
    await aged(email);
    await auth.host.client().resetPasswordForEmail(email);
    const client = auth.host.client();
    const { code } = await newestMail(auth.host, email);
    await client.verifyOtp({ type: 'recovery', email, token: code });
    expect((await client.updateUser({ password: 'another-1' })).error).toBeNull();
  });

  it('allows every session to change the name', async () => {
    const client = await aged('named@example.com');
    expect((await client.updateUser({ data: { first_name: 'Ann' } })).error).toBeNull();
  });

  it('with a new password deletes unconfirmed addresses, numbers and factors', async () => {
    const email = 'pending@example.com';
    const client = await signedIn(auth, email, password);
    await client.updateUser({ phone: '+14165550135', email: 'pending-new@example.com' });
    await enrolled(auth.host, client);
    const { data } = await client.updateUser({ password: 'another-1' });
    expect(data.user).not.toHaveProperty('new_phone');
    expect(data.user).not.toHaveProperty('new_email');
    expect((await client.mfa.listFactors()).data?.all).toEqual([]);
    await resendChange(auth.host, client, { type: 'phone_change', phone: '+14165550135' });
    const late = await verifyChange(auth.host, client, {
      type: 'phone_change',
      phone: '+14165550135',
      token: texts.newest('14165550135'),
    });
    expect(late.error_code).toBe('otp_expired');
  });
});
