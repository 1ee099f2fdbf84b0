import { join } from 'node:path';
import type { Config } from '../config.ts';

type MailSettings = Pick<Config, 'smtpUrl' | 'stripe' | 'dataDir' | 'host'>;

/** The folder that mail goes to when no mail server is configured. */
export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'mail');

/**
 * Whether /mailbox is served. Whoever opens it reads everybody's mail, so it is for trying things out and
 * never there beside real payments.
 */
export const mailboxIsOpen = ({ smtpUrl, stripe }: MailSettings) =>
  smtpUrl === null && stripe === null;

/** What the owner should know about where mail goes. */
export function mailNotices(config: MailSettings): string[] {
  if (config.smtpUrl) return [];
  if (config.stripe) {
    return [
      `SMTP_URL is not set: customers get no mail, it is only written to ${mailFolder(config)}`,
    ];
  }
  const isPrivate = ['127.0.0.1', '::1', 'localhost'].includes(config.host);
  return isPrivate
    ? []
    : ['SMTP_URL is not set: whoever reaches this server can read every mail on /mailbox'];
}
