import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import {
  recordTexts,
  resendChange,
  signedIn,
  useAuthHost,
  verifyChange,
  wrongFor,
} from './auth-test-host.ts';

const password = 'secret-1';

describeEachDatabase('a phone number', (open) => {
  const texts = recordTexts();
  const auth = useAuthHost(open, { sendSms: texts.sendSms });
  const digits = (phone: string) => phone.slice(1);
  const signUp = (phone: string, word = password) =>
    auth.host.client().signUp({ phone, password: word });
  const confirm = (phone: string, token = texts.newest(digits(phone))) =>
    auth.host.client().verifyOtp({ type: 'sms', phone, token });
  const confirmWith = async (phone: string, word = password) => {
    const token = texts.newest(digits(phone));
    return auth.host.post('/verify', { type: 'sms', phone, token, password: word });
  };
  const signIn = (phone: string, word = password) =>
    auth.host.client().signInWithPassword({ phone, password: word });
  const countTexts = (phone: string) =>
    texts.sent.filter((message) => message.phone === digits(phone)).length;

  it('signs up with a password, is confirmed by a code, and signs in [S7.1, S7.9]', async () => {
    const phone = '+14165550110';
    const { data } = await signUp(phone);
    expect([data.session, data.user?.phone, data.user?.email]).toEqual([null, '14165550110', '']);
    expect(data.user?.identities).toMatchObject([
      { provider: 'phone', identity_data: { phone: '14165550110', phone_verified: false } },
    ]);
    expect((await signIn(phone)).error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });
    expect((await signIn(phone, 'wrong-1')).error?.code).toBe('invalid_credentials');
    expect((await confirm(phone, wrongFor(texts.newest(digits(phone))))).error?.code).toBe(
      'otp_expired',
    );
    expect(await (await confirmWith(phone)).json()).toMatchObject({
      user: { phone: '14165550110' },
    });
    expect((await signIn('+1 (416) 555-0110')).data.user?.app_metadata).toEqual({
      provider: 'phone',
      providers: ['phone'],
    });
  });

  it('is not revealed: a second sign-up gets the same answer and no text message', async () => {
    const phone = '+14165550111';
    const first = await signUp(phone);
    await confirm(phone);
    const sent = countTexts(phone);
    const second = await signUp(phone, 'another-1');
    const shape = (user: object | null) => Object.keys(user ?? {}).sort();
    expect(shape(second.data.user)).toEqual(shape(first.data.user));
    expect(second.data.user?.id).toBe(first.data.user?.id);
    expect(second.data.user?.identities).toHaveLength(1);
    expect(countTexts(phone)).toBe(sent);
    expect((await signIn(phone, 'another-1')).error?.code).toBe('phone_not_confirmed');
  });

  it.each(['before', 'after', 'alone'])(
    'does not accept the password of a stranger who signed up with it (%s)',
    async (order) => {
      const phone = `+141655501${{ before: 20, after: 21, alone: 22 }[order]}`;
      if (order !== 'after') await signUp(phone, 'stranger-1');
      if (order !== 'alone') await auth.host.client().signInWithOtp({ phone });
      if (order === 'after') await signUp(phone, 'stranger-1');
      expect((await confirm(phone)).error).toBeNull();
      expect((await signIn(phone, 'stranger-1')).error?.code).toBe('phone_not_confirmed');
    },
  );

  it('keeps its code through a few wrong guesses of a stranger', async () => {
    const phone = '+14165550124';
    await auth.host.client().signInWithOtp({ phone });
    const wrong = wrongFor(texts.newest(digits(phone)));
    for (let index = 0; index < 8; index += 1) await confirm(phone, wrong);
    expect((await confirm(phone)).error).toBeNull();
    await auth.host.client().signInWithOtp({ phone });
    const next = wrongFor(texts.newest(digits(phone)));
    for (let index = 0; index < 20; index += 1) await confirm(phone, next);
    expect((await confirm(phone)).error?.code).toBe('otp_expired');
  });

  it('gets its code again until it is confirmed', async () => {
    const phone = '+14165550113';
    await signUp(phone);
    const first = texts.newest(digits(phone));
    expect((await auth.host.client().resend({ type: 'sms', phone })).error).toBeNull();
    expect(countTexts(phone)).toBe(2);
    if (first !== texts.newest(digits(phone))) {
      expect((await confirm(phone, first)).error?.code).toBe('otp_expired');
    }
    await confirmWith(phone);
    await auth.host.client().resend({ type: 'sms', phone });
    await auth.host.client().resend({ type: 'sms', phone: '+14165550999' });
    expect([countTexts(phone), countTexts('+14165550999')]).toEqual([2, 0]);
    expect((await signIn(phone)).error).toBeNull();
  });

  it('changes after the code sent to the new number, which can be resent', async () => {
    const client = await signedIn(auth, 'change@example.com', password);
    await client.updateUser({ phone: '+14165550114' });
    await resendChange(auth.host, client, { type: 'phone_change', phone: '+14165550114' });
    expect(countTexts('+14165550114')).toBe(2);
    const changed = await verifyChange(auth.host, client, {
      type: 'phone_change',
      phone: '+14165550114',
      token: texts.newest('14165550114'),
    });
    expect(changed.user).toMatchObject({ phone: '14165550114', email: 'change@example.com' });
    expect((await signIn('+14165550114')).error).toBeNull();

    // From then on, by the account's number.
    await client.updateUser({ phone: '+14165550115' });
    await resendChange(auth.host, client, { type: 'phone_change', phone: '+14165550114' });
    expect([countTexts('+14165550114'), countTexts('+14165550115')]).toEqual([2, 2]);
  });

  it('of another account is refused only to its owner', async () => {
    const phone = '+14165550116';
    await signUp(phone);
    await confirm(phone);
    const client = await signedIn(auth, 'wants@example.com', password);
    const { data, error } = await client.updateUser({ phone });
    expect([error, data.user?.new_phone]).toEqual([null, '14165550116']);
    const token = texts.newest(digits(phone));
    const taken = await verifyChange(auth.host, client, { type: 'phone_change', phone, token });
    expect(taken.error_code).toBe('phone_exists');
  });

  it('is available to its owner although another account never confirmed it', async () => {
    const phone = '+14165550118';
    await signUp(phone, 'stranger-1');
    const client = await signedIn(auth, 'holds@example.com', password);
    await client.updateUser({ phone });
    const token = texts.newest(digits(phone));
    const { user } = await verifyChange(auth.host, client, { type: 'phone_change', phone, token });
    expect(user).toMatchObject({ phone: '14165550118', email: 'holds@example.com' });
    expect((await signIn(phone, 'stranger-1')).error?.code).toBe('phone_not_confirmed');
  });

  it('is verified by the message types for phones', async () => {
    const codeOf = async (body: object) => {
      const response = await auth.host.post('/resend', body);
      return ((await response.json()) as { error_code?: string }).error_code;
    };
    expect(await codeOf({ type: 'sms' })).toBe('validation_failed');
    expect(await codeOf({ type: 'signup', phone: '+14165550100' })).toBe('validation_failed');
    expect(await codeOf({ type: 'sms', email: 'a@example.com' })).toBe('validation_failed');
    const both = { type: 'sms', email: 'a@example.com', phone: '+14165550100' };
    expect(await codeOf(both)).toBe('validation_failed');
  });

  it('is enough for a second factor, which is named by the number', async () => {
    const client = auth.host.client();
    await client.signInWithOtp({ phone: '+14165550117' });
    await client.verifyOtp({
      type: 'sms',
      phone: '+14165550117',
      token: texts.newest('14165550117'),
    });
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(data?.totp.uri).toContain(':14165550117?');
  });
});
