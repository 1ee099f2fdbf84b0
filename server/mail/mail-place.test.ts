import { describe, expect, it } from 'vitest';
import { mailboxReaders, mailNotices } from './mail-place.ts';

const sandbox = {
  smtpUrl: null,
  payments: null,
  dataDir: '/data',
  host: '127.0.0.1',
  publicUrl: 'http://localhost:3000',
  trustedProxies: 0,
  mailbox: false,
};
const keys = {
  provider: 'stripe' as const,
  name: 'Stripe',
  secretKey: 'sk_1',
  publishableKey: 'pk_1',
  webhookSecret: 'whsec_1',
};
const smtpUrl = 'smtp://mail.example';
const unsent = 'SMTP_URL is not set: customers get no email, it is only written to /data/mail';

describe('the mailbox', () => {
  it('is open to this machine under each of its names', () => {
    for (const publicUrl of [
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'https://wash.localhost',
    ]) {
      const settings = { ...sandbox, publicUrl };
      expect([publicUrl, mailboxReaders(settings)]).toEqual([publicUrl, 'this machine']);
      expect(mailNotices(settings)).toEqual([
        expect.stringMatching(
          /mailbox shows every email, and test cards pay\..* PUBLIC_URL, .* SMTP_URL .* MAILBOX=1 /,
        ),
      ]);
    }
  });

  it('is closed where other machines have access', () => {
    for (const [change, reason] of [
      [{ trustedProxies: 1 }, 'TRUSTED_PROXIES names a proxy'],
      [{ host: '0.0.0.0' }, 'HOST is 0.0.0.0'],
      [{ host: '::' }, 'HOST is ::'],
      [{ isConnected: true }, 'this database is connected to the outside world'],
      ...[
        'https://wash.example',
        'http://192.168.1.5:3000',
        'https://localhost.wash.example',
        'http://127.0.0.1.wash.example',
      ].map((publicUrl) => [{ publicUrl }, `PUBLIC_URL is ${publicUrl}`] as const),
    ] as const) {
      const settings = { ...sandbox, ...change };
      expect([reason, mailboxReaders(settings)]).toEqual([reason, null]);
      expect(mailNotices(settings)).toEqual([
        `${unsent}. /mailbox is closed, because ${reason}: ` +
          'set SMTP_URL to send email, or MAILBOX=1 to let administrators read it there',
      ]);
    }
  });

  it('is open to administrators with MAILBOX=1, from any address', () => {
    for (const change of [{}, { trustedProxies: 1 }, { host: '0.0.0.0' }]) {
      expect(mailboxReaders({ ...sandbox, ...change, mailbox: true })).toBe('administrators');
    }
    expect(mailNotices({ ...sandbox, mailbox: true })).toEqual([
      `${unsent}. Administrators read it at http://localhost:3000/mailbox`,
    ]);
  });

  it('is closed beside a mail server or real payments, and the start names settings without effect', () => {
    for (const [change, notices] of [
      [{ smtpUrl }, []],
      [{ smtpUrl, payments: keys }, []],
      [{ payments: keys }, [unsent]],
    ] as const) {
      expect(mailboxReaders({ ...sandbox, ...change })).toBeNull();
      expect(mailNotices({ ...sandbox, ...change })).toEqual(notices);
      const asked = { ...sandbox, ...change, mailbox: true };
      expect(mailboxReaders(asked)).toBeNull();
      expect(mailNotices(asked)).toEqual([
        `MAILBOX=1 has no effect beside ${'smtpUrl' in change ? 'SMTP_URL' : 'STRIPE_SECRET_KEY'}`,
        ...notices,
      ]);
    }
  });
});
