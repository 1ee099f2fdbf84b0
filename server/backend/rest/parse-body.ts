import { invalidBody } from './errors.ts';

/**
 * A request's json body. The text goes to PostgreSQL as it came, so that large numbers stay exact;
 * the parsed form only tells which keys it has.
 */
export type Body = { text: string; parsed: unknown };

type Row = Record<string, unknown>;

const deepestJson = 100;

/** `empty` is what an empty body stands for; without it such a body is refused. */
export async function readBody(request: Request, empty?: string): Promise<Body> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw invalidBody(`Content-Type not acceptable: ${type}`);
  }
  const sent = await request.text();
  const text = sent.trim() === '' ? (empty ?? '') : sent;
  try {
    const parsed: unknown = JSON.parse(text);
    if (depthOf(text) > deepestJson) throw invalidBody('The json is nested too deeply');
    return { text, parsed };
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidBody('Empty or invalid json');
    throw error;
  }
}

export const isRow = (parsed: unknown): parsed is Row =>
  typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  // Brackets inside strings are skipped together with the string.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth -= 1;
  }
  return deepest;
}
