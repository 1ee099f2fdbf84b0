import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { protectedBy } from './authenticator.ts';
import { newestMail, recordTexts, signedIn, useAuthHost, verifyChange } from './auth-test-host.ts';

const password = 'secret-1';

describeEachDatabase('the notice of changed sign-in methods', (open) => {
  const texts = recordTexts();
  const auth = useAuthHost(open, { sendSms: texts.sendSms });
  const noticesTo = async (email: string) => {
    const { rows } = await auth.database.pool.query<{ data: Record<string, string> }>(
      `select data from public.mail_outbox
       where to_email = $1 and template_type = 'sign_in_changed' order by created_at`,
      [email],
    );
    return rows.map(({ data }) => data);
  };

  it('lists a new password and all ways to sign in [S9.31]', async () => {
    const email = 'password@example.com';
    const client = await signedIn(auth, email, password);
    await client.updateUser({ phone: '+14165550140' });
    const token = texts.newest('14165550140');
    const change = { type: 'phone_change', phone: '+14165550140', token };
    await verifyChange(auth.host, client, change);
    await client.updateUser({ password: 'another-1' });
    const [added, changed] = await noticesTo(email);
    expect(added?.['change']).toBe(
      'The phone number ending in 0140 was added. It signs in with a code by text message.',
    );
    expect(changed).toMatchObject({
      change: 'Your password was changed.',
      changed_at: expect.stringMatching(/^\w+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M$/) as string,
      sign_in_methods: [
        `Password with ${email} or the number ending in 0140`,
        `Link or code emailed to ${email}`,
        'Code by text message to the number ending in 0140',
      ].join('\n'),
    });
  });

  it('reports a reset password', async () => {
    const email = 'reset@example.com';
    await signedIn(auth, email, password);
    await auth.host.client().resetPasswordForEmail(email);
    const client = auth.host.client();
    const { code } = await newestMail(auth.host, email);
    await client.verifyOtp({ type: 'recovery', email, token: code });
    await client.updateUser({ password: 'another-1' });
    expect(await noticesTo(email)).toMatchObject([{ change: 'Your password was changed.' }]);
  });

  it('reports a new address to the old one', async () => {
    const [old, fresh] = ['moving@example.com', 'moved@example.com'];
    const client = await signedIn(auth, old, password);
    await client.updateUser({ email: fresh });
    const confirm = async (address: string) => {
      const { code } = await newestMail(auth.host, address);
      const change = { type: 'email_change', email: address, token: code };
      await verifyChange(auth.host, client, change);
    };
    await confirm(old);
    expect(await noticesTo(old)).toEqual([]);
    await confirm(fresh);
    expect(await noticesTo(old)).toMatchObject([
      { change: `Your email address was changed to ${fresh}.` },
    ]);
  });

  it('reports an added or removed second factor', async () => {
    const email = 'factor@example.com';
    const client = await signedIn(auth, email, password);
    const { factorId } = await protectedBy(auth.host, client);
    await client.mfa.unenroll({ factorId });
    expect(await noticesTo(email)).toMatchObject([
      {
        change: 'A second factor was added: Phone.',
        sign_in_methods: expect.stringContaining(
          'Second factor after any of these: Phone',
        ) as string,
      },
      { change: 'A second factor was removed: Phone.' },
    ]);
  });

  it('is not sent for a new account', async () => {
    const email = 'new@example.com';
    await auth.host.client().signUp({ email, password });
    const { code } = await newestMail(auth.host, email);
    await auth.host.client().verifyOtp({ type: 'signup', email, token: code });
    expect(await noticesTo(email)).toEqual([]);
  });
});
