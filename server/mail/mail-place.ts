import { join } from 'node:path';
import { paymentSettings, type Config } from '../config.ts';

export type MailSettings = Pick<
  Config,
  'smtpUrl' | 'payments' | 'dataDir' | 'host' | 'publicUrl' | 'trustedProxies' | 'mailbox'
> & {
  /** Whether the database was connected to the outside world, so that it may have real customers. */
  isConnected?: boolean;
};

/** The folder for email without a mail server. */
export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'mail');

/** The folder where email stays without a mail server; null if it is sent. */
export const unsentIn = (config: Pick<Config, 'dataDir' | 'smtpUrl'>): string | null =>
  config.smtpUrl ? null : mailFolder(config);

/**
 * The readers of /mailbox: this machine, administrators, or nobody. It shows every email, and an email can sign
 * its reader in to any account, so it exists only in the sandbox and opens to others only by a setting.
 */
export function mailboxReaders(config: MailSettings): 'this machine' | 'administrators' | null {
  if (!isSandbox(config)) return null;
  if (config.mailbox) return 'administrators';
  return reasonToClose(config) === null ? 'this machine' : null;
}

const isSandbox = ({ smtpUrl, payments }: MailSettings) => smtpUrl === null && payments === null;

/** Why requests may come from other machines, or read the emails of real customers; null if they can't. */
export function reasonToClose({
  host,
  publicUrl,
  trustedProxies,
  isConnected = false,
}: Pick<MailSettings, 'host' | 'publicUrl' | 'trustedProxies' | 'isConnected'>): string | null {
  if (trustedProxies > 0) return 'TRUSTED_PROXIES names a proxy';
  if (!isThisMachine(host)) return `HOST is ${host}`;
  if (!isThisMachine(new URL(publicUrl).hostname)) return `PUBLIC_URL is ${publicUrl}`;
  if (isConnected) return 'this database is connected to the outside world';
  return null;
}

/** A line for the owner about email. */
export function mailNotices(config: MailSettings): string[] {
  const { smtpUrl, payments, mailbox, publicUrl } = config;
  if (!isSandbox(config) && mailbox) {
    const set = smtpUrl ? 'SMTP_URL' : paymentSettings[0];
    return [`MAILBOX=1 has no effect beside ${set}`, ...mailNotices({ ...config, mailbox: false })];
  }
  if (smtpUrl) return [];
  const unsent = `SMTP_URL is not set: customers get no email, it is only written to ${mailFolder(config)}`;
  if (payments) return [unsent];
  if (mailbox) return [`${unsent}. Administrators read it at ${publicUrl}/mailbox`];
  const reason = reasonToClose(config);
  if (reason === null) {
    return [
      `The sandbox is open to your own programs on this machine: ${publicUrl}/mailbox shows every email, and test ` +
        'cards pay. Before others reach this server, set PUBLIC_URL, and TRUSTED_PROXIES behind a proxy; set SMTP_URL to ' +
        'send email, or MAILBOX=1 to let administrators read it there',
    ];
  }
  return [
    `${unsent}. /mailbox is closed, because ${reason}: set SMTP_URL to send email, ` +
      'or MAILBOX=1 to let administrators read it there',
  ];
}

// A name or an address, IPv6 with or without the brackets of a URL.
export const isThisMachine = (host: string) =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
