import { invalidBody } from './errors.ts';

/**
 * A request's JSON body. Its text goes to PostgreSQL unchanged, so that large numbers stay exact; the parsed form
 * gives only its keys.
 */
export type Body = { text: string; parsed: unknown };

type Row = Record<string, unknown>;

const deepestJson = 100;

/** `empty` is the value of an empty body; without it such a body is refused. */
export async function readBody(request: Request, empty?: string): Promise<Body> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw invalidBody(`Content-Type not acceptable: ${type}`);
  }
  const sent = await request.text().catch(() => {
    throw invalidBody('The request body ended early');
  });
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
  // Brackets inside strings are skipped with the string.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth -= 1;
  }
  return deepest;
}
