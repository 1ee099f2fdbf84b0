import { z } from 'zod';
import { RestError } from './errors.ts';

const body = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});
const answer = z.object({
  status: z.int().min(200).max(599),
  status_text: z.string().nullish(),
  headers: z.record(z.string(), z.string()),
});

type Raised = { message: string; detail?: string };

/** The answer a function asks for with `raise sqlstate 'PGRST'`: MESSAGE is its body, DETAIL its status and headers. */
export function raisedAnswer({ message, detail }: Raised): RestError {
  const parsedBody = parsed(body, message);
  if (!parsedBody) {
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      'MESSAGE must be a JSON object with obligatory keys: "code", "message" and optional keys: "details", "hint".',
    );
  }
  if (detail === undefined) {
    return unreadable('DETAIL is missing in the RAISE statement', detailHint);
  }
  const parsedAnswer = parsed(answer, detail);
  if (!parsedAnswer || !areHeaders(parsedAnswer.headers)) {
    return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, detailHint);
  }
  return new RestError(parsedAnswer.status, parsedBody, parsedAnswer.headers);
}

const detailHint =
  'DETAIL must be a JSON object with obligatory keys: "status", "headers" and optional key: "status_text".';

function parsed<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function areHeaders(headers: Record<string, string>): boolean {
  try {
    return new Headers(headers) instanceof Headers;
  } catch {
    return false;
  }
}

const unreadable = (details: string, hint: string) =>
  new RestError(500, {
    code: 'PGRST121',
    message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
    details,
    hint,
  });
