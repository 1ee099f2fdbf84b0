import { z } from 'zod';
import { checkedMessage, senderOf, unsubscribeHeaders } from './checked-message.ts';
import {
  MailRefusedError,
  MailServerAwayError,
  type MailMessage,
  type MailTransport,
} from './mail-message.ts';

type Options = {
  /** Where an email is posted as JSON, in the form of Resend. */
  url: string;
  apiKey: string;
  from: string;
  /** For one email in total: well below its lease. */
  mailMs?: number;
};

/**
 * Sends through a provider's HTTP interface. The Message-ID is the idempotency key, so the provider sends a repeat
 * within a day once. Throws MailRefusedError for an unusable email, MailServerAwayError when no email can be sent
 * (no answer, a wrong key, an unverified sender, a used-up quota), and other errors for the outbox to retry.
 */
export function httpTransport({ url, apiKey, from, mailMs = 30_000 }: Options): MailTransport {
  return {
    send: async (message) => {
      const body = JSON.stringify(bodyOf(checkedMessage(message), from));
      const response = await post(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': message.messageId,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(mailMs),
      });
      const text = await response.text().catch(() => '');
      if (!response.ok) refuse(response.status, text);
    },
  };
}

const bodyOf = (message: MailMessage, sender: string) => ({
  from: senderOf(message, sender),
  to: [message.to],
  ...(message.replyTo !== undefined && { reply_to: message.replyTo }),
  subject: message.subject,
  html: message.html,
  text: message.text,
  headers: { 'Message-ID': message.messageId, ...unsubscribeHeaders(message) },
  attachments: message.attachments.map(({ filename, contentType, content }) => ({
    filename,
    content_type: contentType,
    content: base64(content),
  })),
});

const base64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

async function post(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new MailServerAwayError(error instanceof Error ? error.message : String(error));
  }
}

const refusal = z.object({ name: z.string().catch(''), message: z.string().catch('') });

function refuse(status: number, text: string): void {
  const { name, message } = refusalIn(text);
  // The first attempt was accepted. A calendar file made anew differs from the first one in its time stamp.
  if (status === 409 && name === 'invalid_idempotent_request') return;
  const reason = `${status} ${message || name}`.trim();
  if (status === 400 || status === 413 || status === 422) throw new MailRefusedError(reason);
  if (status === 409) throw new Error(reason);
  throw new MailServerAwayError(reason);
}

function refusalIn(text: string): z.infer<typeof refusal> {
  try {
    return refusal.parse(JSON.parse(text));
  } catch {
    return { name: '', message: '' };
  }
}
