type Refusal = {
  path: string;
  status: number;
  /** For programs, and for screens with their own sentence. */
  code: string;
  /** The code in the account service's dialect, if it has its own. */
  authCode?: string;
  sentence: string;
  headers?: Record<string, string>;
};

/** A refusal before a request reaches its endpoint, in that endpoint's dialect. */
export function answerRefusal(refusal: Refusal): Response {
  const { path, status, headers } = refusal;
  // The storage puts the real status into the body, as the reference server does.
  const isInBody = path.startsWith('/storage/') && status !== 429 && status < 500;
  return Response.json(bodyFor(refusal), {
    status: isInBody ? 400 : status,
    headers: { 'cache-control': 'no-store', ...headers },
  });
}

function bodyFor({ path, status, code, authCode = code, sentence }: Refusal) {
  if (path.startsWith('/rest/')) {
    // Like the database's own refusals: screens read the code from the message.
    return { code: `PT${status}`, message: code, details: sentence, hint: null };
  }
  if (path.startsWith('/auth/')) return { code: status, error_code: authCode, msg: sentence };
  if (path.startsWith('/storage/')) {
    return { statusCode: String(status), code, error: code, message: sentence };
  }
  return { error: { code, message: sentence } };
}
