import type { Context } from 'hono';

type Said = { message: string; page: string | Promise<string> };

/** Refuses a program as JSON and a person with that page, with the same reason. */
export const refusal = (c: Context, status: 401 | 403, code: string, { message, page }: Said) =>
  c.req.path.endsWith('.json')
    ? c.json({ error: { code, message } }, status)
    : c.html(page, status);
