import { join } from 'node:path';
import type { Config } from '../config.ts';

export type MailSettings = Pick<
  Config,
  'smtpUrl' | 'stripe' | 'dataDir' | 'host' | 'publicUrl' | 'trustedProxies'
>;

/** The folder that mail goes to when no mail server is configured. */
export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'mail');

/**
 * Whether /mailbox is served. Whoever opens it reads everybody's mail, and gets a new password for any account
 * by it, so it is for trying things out and never there beside real payments or at an address of the internet.
 */
export const mailboxIsOpen = ({ smtpUrl, stripe, publicUrl }: MailSettings) =>
  smtpUrl === null && stripe === null && isThisMachine(new URL(publicUrl).hostname);

/** What the owner should know about where mail goes. */
export function mailNotices(config: MailSettings): string[] {
  if (config.smtpUrl) return [];
  if (!mailboxIsOpen(config)) {
    const toCustomers = `SMTP_URL is not set: customers get no mail, it is only written to ${mailFolder(config)}`;
    return config.stripe
      ? [toCustomers]
      : [
          `${toCustomers}. /mailbox is shut, as visitors come to ${config.publicUrl}: ` +
            'set SMTP_URL to send mail, or leave PUBLIC_URL out to try things out on this machine',
        ];
  }
  const isPrivate = isThisMachine(config.host) && config.trustedProxies === 0;
  return isPrivate
    ? []
    : ['SMTP_URL is not set: whoever reaches this server can read every mail on /mailbox'];
}

// A name or an address, IPv6 with the brackets it has in a URL or without.
const isThisMachine = (host: string) =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
