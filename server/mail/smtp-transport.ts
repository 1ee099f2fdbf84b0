import { createTransport } from 'nodemailer';
import {
  MailRefusedError,
  MailServerAwayError,
  type MailTransport,
} from '../../supabase/functions/_shared/mail/mail-message.ts';
import { mailOptions } from './mail-options.ts';

export type SmtpPatience = {
  /** Until there is a connection, and a greeting on it. */
  greetingMs: number;
  /** Between two answers. */
  answerMs: number;
  /** For one mail in all, however busy the server looks: well below the lease of a claimed mail. */
  mailMs: number;
};

const usualPatience: SmtpPatience = { greetingMs: 10_000, answerMs: 30_000, mailMs: 60_000 };

type Options = { url: string; from: string; patience?: SmtpPatience };

/**
 * Sends over SMTP. `smtps://` is TLS from the first byte; `smtp://` changes to TLS when the server
 * offers it, and `?requireTLS=true` insists. Throws MailRefusedError for what the server will never take,
 * MailServerAwayError when it takes nothing, and what it said otherwise, for the outbox to try again later.
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
        // At its end the connection is cut: a mail that is tried again is not on its way still.
        await transporter.sendMail({ ...options, signal: AbortSignal.timeout(mailMs) });
      } catch (error) {
        if (isAboutTheMail(error))
          throw isForGood(error) ? new MailRefusedError(error.message) : error;
        // Cut off in the middle: by the mail, or by a server that is gone?
        await asked(transporter.verify(), greetingMs + answerMs);
        throw error;
      }
    },
  };
}

type Answer = Error & { responseCode: number; command: string };

/** An answer to the mail itself. 421 is none: the server is closing, whatever it was asked. */
function isAboutTheMail(error: unknown): error is Answer {
  const { responseCode = 0, command = '' } = error as Partial<Answer>;
  return responseCode >= 400 && responseCode !== 421 && /^(MAIL FROM|RCPT TO|DATA)/.test(command);
}

/** No such reader, or a mail it will not have. 5.7 is a matter of trust, which the owner can mend. */
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
