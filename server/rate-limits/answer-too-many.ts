type Refusal = {
  path: string;
  retryAfterSeconds: number;
  /** For programs, and for screens that have a sentence of their own. */
  code?: string | undefined;
};

/** 429 with Retry-After, in the dialect of the door that was knocked at. */
export function answerTooMany({ path, retryAfterSeconds, code }: Refusal): Response {
  const message = `There were very many requests from your connection. Please try again in ${inWords(retryAfterSeconds)}.`;
  return Response.json(bodyFor(path, code, message), {
    status: 429,
    headers: {
      'retry-after': String(retryAfterSeconds),
      'cache-control': 'no-store',
      // Any site may call the functions, and shall see why it was refused.
      ...(path.startsWith('/functions/') && { 'access-control-allow-origin': '*' }),
    },
  });
}

function bodyFor(path: string, code: string | undefined, message: string) {
  if (path.startsWith('/rest/')) {
    // As the database's own refusals: screens know a code by the message.
    return { code: 'PT429', message: code ?? message, details: message, hint: null };
  }
  if (path.startsWith('/auth/')) {
    return { code: 429, error_code: 'over_request_rate_limit', msg: message };
  }
  if (path.startsWith('/storage/')) {
    return { statusCode: '429', error: 'too_many_requests', message };
  }
  return { error: { code: code ?? 'too_many_requests', message } };
}

function inWords(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
