import { createTransport } from 'nodemailer';
import {
  MailRefusedError,
  MailServerAwayError,
  type MailTransport,
} from '../../supabase/functions/_shared/mail/mail-message.ts';
import { mailOptions } from './mail-options.ts';

export type SmtpPatience = {
  /** Until the connection and its greeting. */
  greetingMs: number;
  /** Between two answers. */
  answerMs: number;
  /** For one email in total, however busy the server: well below the lease. */
  mailMs: number;
};

const usualPatience: SmtpPatience = { greetingMs: 10_000, answerMs: 30_000, mailMs: 60_000 };

type Options = { url: string; from: string | null; patience?: SmtpPatience };

/**
 * Sends over SMTP. `smtps://` is TLS from the first byte; `smtp://` upgrades to TLS when offered, and
 * `?requireTLS=true` requires it. Throws MailRefusedError for a permanent refusal, MailServerAwayError for an
 * unavailable server, and other errors for the outbox to retry.
 */
export function smtpTransport({ url, from, patience = usualPatience }: Options): MailTransport {
  const { greetingMs, answerMs, mailMs } = patience;
  const transporter = createTransport({
    url,
    connectionTimeout: greetingMs,
    greetingTimeout: greetingMs,
    socketTimeout: answerMs,
  });
  return {
    send: async (message) => {
      const options = mailOptions(message, from);
      try {
        // The connection is cut at the end: an email that is retried must not still be in progress.
        await transporter.sendMail({ ...options, signal: AbortSignal.timeout(mailMs) });
      } catch (error) {
        if (isAboutTheMail(error))
          throw isForGood(error) ? new MailRefusedError(error.message) : error;
        // The connection was lost in the middle: by the email, or by the server.
        await asked(transporter.verify(), greetingMs + answerMs);
        throw error;
      }
    },
  };
}

type Answer = Error & { responseCode: number; command: string };

/** An answer about the email itself. 421 is not one: the server is closing. */
function isAboutTheMail(error: unknown): error is Answer {
  const { responseCode = 0, command = '' } = error as Partial<Answer>;
  return responseCode >= 400 && responseCode !== 421 && /^(MAIL FROM|RCPT TO|DATA)/.test(command);
}

/** No such recipient, or a rejected email. 5.7 is a matter of trust, which the owner can fix. */
function isForGood({ responseCode, command, message }: Answer): boolean {
  return responseCode >= 500 && /^(RCPT TO|DATA)/.test(command) && !/\b5\.7\.\d/.test(message);
}

async function asked(verified: Promise<unknown>, withinMs: number): Promise<void> {
  const late = new Promise((_, reject) =>
    setTimeout(() => reject(new Error('The mail server does not answer')), withinMs).unref(),
  );
  try {
    await Promise.race([verified, late]);
  } catch (error) {
    throw new MailServerAwayError(error instanceof Error ? error.message : String(error));
  }
}
