import { z } from 'zod';
import { type SmsSender, SmsRefusedError, type TextMessage } from './sms-sender.ts';

export type TwilioSettings = {
  accountSid: string;
  authToken: string;
  /** A number of ours (+1…) or a messaging service (MG…). */
  from: string;
  /** Twilio's own URL, or that of a compatible service. */
  apiUrl: string;
};

const timeoutMs = 10_000;

/**
 * Sends by Twilio's Messages API. Throws SmsRefusedError when the message itself is refused, and another error
 * when a retry may help: no answer, too many at once, or a failing service.
 */
export function twilioSender(settings: TwilioSettings): SmsSender {
  const { accountSid, authToken, apiUrl } = settings;
  const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  return {
    send: async (message) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}` },
        body: formOf(message, settings.from),
        signal: AbortSignal.timeout(timeoutMs),
        // The credentials go to the configured address and nowhere else.
        redirect: 'error',
      });
      const answer = await response.text();
      if (!response.ok) throw failureOf(response.status, answer);
    },
  };
}

const formOf = ({ phone, body }: TextMessage, from: string) =>
  new URLSearchParams({
    To: `+${phone}`,
    [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
    Body: body,
  });

function failureOf(status: number, answer: string): Error {
  const message = `The SMS service answered ${status}: ${reasonIn(answer)}`;
  const isWorthAnotherTry = status >= 500 || status === 429 || status === 408;
  return isWorthAnotherTry ? new Error(message) : new SmsRefusedError(message);
}

// Its error has a code to look up and a sentence, which may contain the number: only the code is used.
function reasonIn(answer: string): string {
  const parsed = refusal.safeParse(parsedJson(answer));
  const { code = '', message = 'no reason' } = parsed.data ?? {};
  return `${code} ${message}`
    .replace(/\+?\d{8,15}/g, '…')
    .trim()
    .slice(0, 200);
}

const refusal = z.object({ code: z.number().optional(), message: z.string().optional() });

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
