import { expect, test } from 'vitest';
import { mailboxIsOpen, mailNotices } from './mail-place.ts';

const sandbox = { smtpUrl: null, stripe: null, dataDir: '/data', host: '127.0.0.1' };
const keys = { secretKey: 'sk_1', publishableKey: 'pk_1', webhookSecret: 'whsec_1' };

test('the mailbox is open in the sandbox alone', () => {
  expect(mailboxIsOpen(sandbox)).toBe(true);
  expect(mailboxIsOpen({ ...sandbox, smtpUrl: 'smtp://mail.example' })).toBe(false);
  expect(mailboxIsOpen({ ...sandbox, stripe: keys })).toBe(false);
});

test('the owner is told when customers get no mail, and when strangers could read it', () => {
  expect(mailNotices(sandbox)).toEqual([]);
  expect(mailNotices({ ...sandbox, smtpUrl: 'smtp://mail.example', stripe: keys })).toEqual([]);
  expect(mailNotices({ ...sandbox, stripe: keys })[0]).toContain('customers get no mail');
  expect(mailNotices({ ...sandbox, host: '0.0.0.0' })[0]).toContain('can read every mail');
});
