import type { Context } from 'hono';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Refuses a program as JSON and a person with that page, with the same reason. */
export const refusal = (
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  page: HtmlEscapedString | Promise<HtmlEscapedString>,
) =>
  c.req.path.endsWith('.json')
    ? c.json({ error: { code, message } }, status)
    : c.html(page, status);
