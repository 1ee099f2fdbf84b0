import { createTransport } from 'nodemailer';
import type { MailTransport } from '../../supabase/functions/_shared/mail-message.ts';
import { mailOptions } from './mail-options.ts';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends over SMTP. `smtps://` is TLS from the first byte; `smtp://` changes to TLS when the server
 * offers it, and `?requireTLS=true` insists. A refusal is thrown, for the outbox to try again later.
 */
export function smtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const transporter = createTransport({ url, ...timeouts });
  return {
    send: async (message) => {
      await transporter.sendMail(mailOptions(message, from));
    },
  };
}
