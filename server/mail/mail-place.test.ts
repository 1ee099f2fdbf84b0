import { expect, test } from 'vitest';
import { mailboxIsOpen, mailNotices } from './mail-place.ts';

const sandbox = {
  smtpUrl: null,
  stripe: null,
  dataDir: '/data',
  host: '127.0.0.1',
  publicUrl: 'http://localhost:3000',
  trustedProxies: 0,
};
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

test('the mailbox is shut where visitors come to an address of the internet, and the owner is told what to set', () => {
  for (const publicUrl of [
    'https://wash.example',
    'http://192.168.1.5:3000',
    'https://localhost.wash.example',
    'http://127.0.0.1.wash.example',
  ]) {
    const shop = { ...sandbox, publicUrl, trustedProxies: 1 };
    expect([publicUrl, mailboxIsOpen(shop)]).toEqual([publicUrl, false]);
    expect(mailNotices(shop)).toEqual([
      'SMTP_URL is not set: customers get no mail, it is only written to /data/mail. ' +
        `/mailbox is shut, as visitors come to ${publicUrl}: ` +
        'set SMTP_URL to send mail, or leave PUBLIC_URL out to try things out on this machine',
    ]);
  }
});

test('the mailbox is open under every name of this machine', () => {
  for (const publicUrl of [
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'https://wash.localhost',
  ]) {
    expect([publicUrl, mailboxIsOpen({ ...sandbox, publicUrl })]).toEqual([publicUrl, true]);
  }
});

test('behind a proxy the owner is told who can read the mails', () => {
  expect(mailNotices({ ...sandbox, trustedProxies: 1 })[0]).toContain('can read every mail');
});
