import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { openLink, newestMail, recordTexts, signedUp, useAuthHost } from './auth-test-host.ts';

// What a stranger sees of a contact: the same for an unknown one, for one whose sign-up waits for its confirmation, and for
// one of an account.
describeEachDatabase('a stranger who tries a contact', (open) => {
  const texts = recordTexts();
  const at = useAuthHost(open, { sendSms: texts.sendSms });

  const strangers = 'password-of-the-stranger';
  const phones = { unknown: '14165550101', waiting: '14165550102', known: '14165550103' };

  async function answersFor(contact: { email: string } | { phone: string }) {
    const { host } = at;
    const answers: Record<string, unknown> = {};
    const note = async (name: string, response: Response) => {
      const text = await response.text();
      const value = Object.values(contact)[0] ?? '';
      answers[name] = [
        response.status,
        text
          .replaceAll(value, 'CONTACT')
          .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
      ];
    };
    const signIn = (password: string) =>
      host.post('/token?grant_type=password', { ...contact, password });
    await note('sign-in before', await signIn(strangers));
    await note('sign-up', await host.post('/signup', { ...contact, password: strangers }));
    await note('sign-in after', await signIn(strangers));
    await note('another password', await signIn('something-else'));
    await note('code', await host.post('/otp', { ...contact, create_user: false }));
    const isEmail = 'email' in contact;
    await note(
      'resend',
      await host.post('/resend', { ...contact, type: isEmail ? 'signup' : 'sms' }),
    );
    if (isEmail) await note('recovery', await host.post('/recover', contact));
    await note(
      'wrong code',
      await host.post('/verify', { ...contact, token: '000000', type: isEmail ? 'signup' : 'sms' }),
    );
    return answers;
  }

  it('learns nothing of an email address', async () => {
    const { host } = at;
    await host.post('/signup', { email: 'waiting@known.example', password: 'owner-1' });
    await signedUp(host, 'known@known.example', 'owner-1');
    const unknown = await answersFor({ email: 'unknown@known.example' });
    expect(unknown['sign-in after']).toMatchObject([
      400,
      expect.stringContaining('Email not confirmed'),
    ]);
    expect(await answersFor({ email: 'waiting@known.example' })).toEqual(unknown);
    expect(await answersFor({ email: 'known@known.example' })).toEqual(unknown);
  });

  it('learns nothing of a phone number', async () => {
    const { host } = at;
    await host.post('/signup', { phone: phones.waiting, password: 'owner-1' });
    await host.post('/signup', { phone: phones.known, password: 'owner-1' });
    await host.post('/verify', {
      phone: phones.known,
      token: texts.newest(phones.known),
      type: 'sms',
      password: 'owner-1',
    });
    const unknown = await answersFor({ phone: phones.unknown });
    expect(await answersFor({ phone: phones.waiting })).toEqual(unknown);
    expect(await answersFor({ phone: phones.known })).toEqual(unknown);
  });

  it('learns nothing a day later', async () => {
    const { host } = at;
    const signIn = async (email: string) => {
      const body = { email, password: strangers };
      const response = await host.post('/token?grant_type=password', body);
      return (await response.json()) as unknown;
    };
    await signedUp(host, 'late.known@known.example', 'owner-1');
    for (const email of ['late.known@known.example', 'late.unknown@known.example']) {
      await host.post('/signup', { email, password: strangers });
    }
    host.passTime(24 * 3_600_000 + 1);
    expect(await signIn('late.known@known.example')).toEqual(
      await signIn('late.unknown@known.example'),
    );
  });

  it('does not keep the owner from confirming and signing in', async () => {
    const { host } = at;
    const email = 'owner@known.example';
    await host.post('/signup', { email, password: strangers });
    await openLink((await newestMail(host, email)).link, { password: 'owner-1' });
    const { error } = await host.client().signInWithPassword({ email, password: 'owner-1' });
    expect(error).toBeNull();
    const stranger = await host.client().signInWithPassword({ email, password: strangers });
    expect(stranger.error?.code).toBe('email_not_confirmed');
  });
});
