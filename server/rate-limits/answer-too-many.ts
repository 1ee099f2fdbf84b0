import { answerRefusal } from '../answer-refusal.ts';

type TooMany = { path: string; retryAfterSeconds: number; code?: string | undefined };

/** 429 with Retry-After, in the dialect of the endpoint. */
export function answerTooMany({ path, retryAfterSeconds, code }: TooMany): Response {
  const sentence = `There were too many requests from your connection. Please try again in ${inWords(retryAfterSeconds)}.`;
  return answerRefusal({
    path,
    status: 429,
    code: code ?? (path.startsWith('/rest/') ? sentence : 'too_many_requests'),
    authCode: 'over_request_rate_limit',
    sentence,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

function inWords(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
