import type { RestError } from './errors.ts';
import { notOneRow } from './errors.ts';
import { contentType, type MediaType } from './media-type.ts';
import type { Preferences } from './preferences.ts';
import { sql, trusted, type Sql } from './sql.ts';

/** `body` and `rows` of the rows known as `page`. */
export function bodyColumns(media: MediaType): Sql {
  if (media.form === 'csv') {
    // A row's own text form is a line of csv in parentheses.
    const line = trusted(`substr(("page".*)::text, 2, length(("page".*)::text) - 2)`);
    return sql`string_agg(${line}, e'\n') as body, count(*)::text as rows`;
  }
  return shownAs(media, trusted('"page".*'));
}

/** The same, of one expression for each row. */
export function shownAs(media: MediaType, expression: Sql): Sql {
  const list = sql`coalesce(json_agg(${expression}), '[]'::json)`;
  const shown = media.stripsNulls ? sql`json_strip_nulls(${list})` : list;
  const body = media.form === 'object' ? sql`(${shown} -> 0)` : shown;
  return sql`${body}::text as body, count(*)::text as rows`;
}

/** A single object was asked for: one row, or the request fails and nothing is changed. */
export function checkSingle(media: MediaType, rows: number) {
  if (media.form === 'object' && rows !== 1) throw notOneRow(rows);
}

export type Written = {
  status: number;
  body: string | null;
  /** A HEAD tells the type of the body that a GET would have. */
  isHead?: boolean;
  media: MediaType;
  preferences: Preferences;
  headers: Record<string, string>;
};

export function written({
  status,
  body,
  isHead = false,
  media,
  preferences,
  headers,
}: Written): Response {
  const applied: Record<string, string> =
    preferences.applied.length > 0 ? { 'preference-applied': preferences.applied.join(', ') } : {};
  const type: Record<string, string> =
    body === null ? {} : { 'content-type': contentType(media), ...(!isHead && lengthOf(body)) };
  return new Response(isHead ? null : body, {
    status,
    headers: { ...type, ...applied, ...headers },
  });
}

// Whoever compresses answers leaves small ones alone, and has to know which those are; to say itself that it may, it
// would turn a body that is there into a stream.
const lengthOf = (body: string) => ({
  'content-length': String(Buffer.byteLength(body)),
  vary: 'accept-encoding',
});

/** Statuses that may not have a body. */
export const bodiless: readonly number[] = [204, 205, 304];

export function errorResponse({ status, body, headers }: RestError): Response {
  const text = bodiless.includes(status) ? null : JSON.stringify(body);
  return new Response(text, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(text !== null && lengthOf(text)),
      'proxy-status': `PostgREST; error=${body.code}`,
      ...headers,
    },
  });
}

/** The header line of a csv answer. */
export const csvHeader = (columns: readonly string[]) =>
  columns
    .map((name) => (/[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(',');
