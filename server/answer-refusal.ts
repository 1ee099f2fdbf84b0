type Refusal = {
  path: string;
  status: number;
  /** For programs, and for screens that have a sentence of their own. */
  code: string;
  /** The code in the dialect of the account service, where it has one of its own. */
  authCode?: string;
  sentence: string;
  headers?: Record<string, string>;
};

/** A refusal before a request reaches its endpoint, in the dialect of that endpoint. */
export function answerRefusal(refusal: Refusal): Response {
  const { path, status, headers } = refusal;
  // The storage says the true status in the body, as the reference server does.
  const isInBody = path.startsWith('/storage/') && status !== 429 && status < 500;
  return Response.json(bodyFor(refusal), {
    status: isInBody ? 400 : status,
    headers: { 'cache-control': 'no-store', ...headers },
  });
}

function bodyFor({ path, status, code, authCode = code, sentence }: Refusal) {
  if (path.startsWith('/rest/')) {
    // As the database's own refusals: screens know a code by the message.
    return { code: `PT${status}`, message: code, details: sentence, hint: null };
  }
  if (path.startsWith('/auth/')) return { code: status, error_code: authCode, msg: sentence };
  if (path.startsWith('/storage/')) {
    return { statusCode: String(status), code, error: code, message: sentence };
  }
  return { error: { code, message: sentence } };
}
