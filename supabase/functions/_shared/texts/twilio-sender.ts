import { z } from 'zod';
import {
  TextKeysError,
  TextRefusedError,
  TextUnclearError,
  type TextMessage,
  type TextSender,
} from './text-sender.ts';

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
 * Sends by Twilio's Messages API, which knows no idempotency keys. Throws TextRefusedError when the message itself is
 * refused, TextUnclearError when it may have been accepted, and another error when it was not: too many at once, or a
 * service that no connection reaches.
 */
export function twilioSender(settings: TwilioSettings): TextSender {
  const { accountSid, authToken, apiUrl } = settings;
  const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const credentials = btoa(`${accountSid}:${authToken}`);
  return {
    send: async (message) => {
      const response = await connected(
        fetch(url, {
          method: 'POST',
          headers: { authorization: `Basic ${credentials}` },
          body: formOf(message, settings.from),
          signal: AbortSignal.timeout(timeoutMs),
          // The credentials go to the configured address and nowhere else.
          redirect: 'error',
        }),
      );
      const answer = parsedJson(await connected(response.text()));
      if (!response.ok) throw failureOf(response.status, answer);
      return { id: accepted.safeParse(answer).data?.sid ?? null };
    },
  };
}

const neverConnected: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** A request that was begun and not answered may have been accepted. */
async function connected<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    if (neverConnected.includes(cause?.code)) throw error;
    throw new TextUnclearError('The SMS service did not answer', { cause: error });
  }
}

const formOf = ({ phone, body, reportTo }: TextMessage, from: string) =>
  new URLSearchParams({
    To: `+${phone}`,
    [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
    Body: body,
    ...(reportTo !== undefined && { StatusCallback: reportTo }),
  });

function failureOf(status: number, answer: unknown): Error {
  const { code, message = 'no reason' } = refusal.safeParse(answer).data ?? {};
  // Its sentence may contain the number.
  const reason = `${code ?? ''} ${message}`.replace(/\+?\d{8,15}/g, '…').trim();
  const sentence = `The SMS service answered ${status}: ${reason.slice(0, 200)}`;
  if (status === 401 || code === authenticateCode) return new TextKeysError(sentence);
  if ([429, 503].includes(status)) return new Error(sentence);
  if (status >= 500 || status === 408) return new TextUnclearError(sentence);
  return new TextRefusedError(sentence, code);
}

/** https://www.twilio.com/docs/api/errors/20003 */
const authenticateCode = 20003;

const accepted = z.object({ sid: z.string().min(1).max(100) });
const refusal = z.object({ code: z.number().int().optional(), message: z.string().optional() });

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
