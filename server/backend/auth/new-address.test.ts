import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { newestMail, openLink, recordTexts, sessionOf, useAuthHost } from './auth-test-host.ts';

describeEachDatabase('the first email address of an account', (open) => {
  const texts = recordTexts();
  const auth = useAuthHost(open, { sendSms: texts.sendSms });

  it('counts after a confirmation from its own mailbox, because there is no other', async () => {
    const phone = '+14165550190';
    const client = auth.host.client();
    await client.signUp({ phone, password: 'secret-1' });
    await client.verifyOtp({ type: 'sms', phone, token: texts.newest('14165550190') });
    await client.updateUser({ email: 'first@example.com' });
    const { link } = await newestMail(auth.host, 'first@example.com');
    expect((await openLink(link)).problem, 'pressed by the mailbox’s owner').toBe(
      'no_authorization',
    );
    const landing = await openLink(link, {}, await sessionOf(client));
    expect(landing.signsIn).toBe(true);
    expect((await client.getUser()).data.user?.email).toBe('first@example.com');
  });
});
