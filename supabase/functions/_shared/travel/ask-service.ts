import type * as z from 'zod/mini';

/**
 * Asks a service of this address with GET, and parses its JSON answer. An answer with an error status is parsed too:
 * the routing service says there what it doesn't know. Throws when it is slow, away, sends the request elsewhere, or
 * answers something else.
 */
export async function askService<Answer>(
  url: string,
  shape: z.ZodMiniType<Answer>,
  {
    headers = {},
    answerWithinMs = 3_000,
  }: { headers?: Record<string, string>; answerWithinMs?: number | undefined } = {},
): Promise<Answer> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    signal: AbortSignal.timeout(answerWithinMs),
    // Places go to the configured host and nowhere else.
    redirect: 'error',
  });
  const text = await response.text();
  const parsed = shape.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  // Without the text: it may repeat an address.
  throw new Error(`The service answered ${response.status} in another form`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
