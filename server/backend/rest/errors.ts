/** The body of every error answer. */
export type ErrorBody = {
  code: string;
  message: string;
  details: unknown;
  hint: string | null;
};

/** A refused request, with the reference server's status and body. */
export class RestError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    body: { code: string; message: string; details?: unknown; hint?: string | null },
    headers: Record<string, string> = {},
  ) {
    super(body.message);
    this.status = status;
    this.body = {
      code: body.code,
      details: body.details ?? null,
      hint: body.hint ?? null,
      message: body.message,
    };
    this.headers = headers;
  }
}

/** A query parameter that does not match the grammar. `position` counts from 0. */
export const parseFailure = (what: string, text: string, position: number, details: string) =>
  new RestError(400, {
    code: 'PGRST100',
    message: `"failed to parse ${what} (${text})" (line 1, column ${position + 1})`,
    details,
  });

export const invalidBody = (message: string) => new RestError(400, { code: 'PGRST102', message });

export const unsupportedMethod = (method: string) =>
  new RestError(405, { code: 'PGRST117', message: `Unsupported HTTP method: ${method}` });

export const notImplemented = (details: string) =>
  new RestError(400, { code: 'PGRST127', message: 'Feature not implemented', details });

export const unknownTable = (name: string) =>
  new RestError(404, {
    code: 'PGRST205',
    message: `Could not find the table 'public.${name}' in the schema cache`,
  });

/** A column named in a payload. */
export const unknownPayloadColumn = (relation: string, column: string) =>
  new RestError(400, {
    code: 'PGRST204',
    message: `Could not find the '${column}' column of '${relation}' in the schema cache`,
  });

/** A column named in `select`, a filter or `order`: PostgreSQL's own error, without a query. */
export const unknownColumn = (relation: string, column: string) =>
  new RestError(400, { code: '42703', message: `column ${relation}.${column} does not exist` });

export const notOneRow = (rows: number) =>
  new RestError(406, {
    code: 'PGRST116',
    message: 'JSON object requested, multiple (or no) rows returned',
    details: `The result contains ${rows} rows`,
  });

export const invalidToken = (message: string) =>
  new RestError(
    401,
    { code: message === 'JWT expired' ? 'PGRST303' : 'PGRST301', message },
    { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  );
