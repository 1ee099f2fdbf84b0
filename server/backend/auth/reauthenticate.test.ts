import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { newestMail, recordTexts, signedIn, useAuthHost, wrongFor } from './auth-test-host.ts';

const password = 'secret-1';
const fiveMinutesMs = 5 * 60_000;

describeEachDatabase('a fresh proof', (open) => {
  const texts = recordTexts();
  const auth = useAuthHost(open, { sendSms: texts.sendSms });
  const aged = async (email: string) => {
    const client = await signedIn(auth, email, password);
    auth.host.passTime(fiveMinutesMs + 1000);
    await client.refreshSession();
    return client;
  };

  it('is required five minutes after the sign-in, by an emailed code [S7.18]', async () => {
    const email = 'old@example.com';
    const client = await aged(email);
    const refused = await client.updateUser({ password: 'another-1' });
    expect(refused.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    expect((await client.updateUser({ data: { first_name: 'O' } })).error).toBeNull();

    expect((await client.reauthenticate()).error).toBeNull();
    const mail = await newestMail(auth.host, email);
    expect(mail.template).toBe('reauthentication');
    const wrong = await client.updateUser({ password: 'another-1', nonce: wrongFor(mail.code) });
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    const right = await client.updateUser({ password: 'another-1', nonce: mail.code });
    expect(right.data.user?.email).toBe(email);
    const again = await client.updateUser({ password: 'another-2', nonce: mail.code });
    expect(again.error?.code).toBe('reauthentication_not_valid');
    const signIn = await auth.host.client().signInWithPassword({ email, password: 'another-1' });
    expect(signIn.error).toBeNull();
  });

  it('keeps its code when the new password itself is refused', async () => {
    const email = 'same@example.com';
    const client = await aged(email);
    await client.reauthenticate();
    const { code: nonce } = await newestMail(auth.host, email);
    expect((await client.updateUser({ password, nonce })).error?.code).toBe('same_password');
    expect((await client.updateUser({ password: 'short', nonce })).error?.code).toBe(
      'weak_password',
    );
    expect((await client.updateUser({ password: 'another-1', nonce })).error).toBeNull();
  });

  it("is given only by the person's own code, which signs nobody in", async () => {
    const client = await aged('mine@example.com');
    const other = await signedIn(auth, 'other@example.com', password);
    await other.reauthenticate();
    const { code } = await newestMail(auth.host, 'other@example.com');
    await client.refreshSession();
    const foreign = await client.updateUser({ password: 'another-1', nonce: code });
    expect(foreign.error?.code).toBe('reauthentication_not_valid');
    for (const type of ['email', 'reauthentication']) {
      const response = await auth.host.post('/verify', {
        type,
        email: 'other@example.com',
        token: code,
      });
      expect(response.ok).toBe(false);
    }
  });

  it('is given by text message without an email address', async () => {
    const client = auth.host.client();
    const phone = '+14165550120';
    await client.signInWithOtp({ phone });
    await client.verifyOtp({ type: 'sms', phone, token: texts.newest('14165550120') });
    auth.host.passTime(fiveMinutesMs + 1000);
    await client.refreshSession();
    await client.reauthenticate();
    const nonce = texts.newest('14165550120');
    expect((await client.updateUser({ password: 'another-1', nonce })).error).toBeNull();
    const signIn = await auth.host.client().signInWithPassword({ phone, password: 'another-1' });
    expect(signIn.error).toBeNull();
  });

  it('requires a session', async () => {
    expect((await auth.host.get('/reauthenticate')).status).toBe(401);
  });
});
