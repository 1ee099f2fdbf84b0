import type { RestError } from './errors.ts';
import { notOneRow } from './errors.ts';
import { contentType, type MediaType } from './media-type.ts';
import type { Preferences } from './preferences.ts';
import { sql, trusted, type Sql } from './sql.ts';

/** `body` and `rows` of the rows known as `page`. */
export const bodyColumns = (media: MediaType): Sql => shownAs(media, trusted('"page".*'));

/** The same, from one expression for each row. */
export function shownAs(media: MediaType, expression: Sql): Sql {
  const list = sql`coalesce(json_agg(${expression}), '[]'::json)`;
  const body = media === 'object' ? sql`(${list} -> 0)` : list;
  return sql`${body}::text as body, count(*)::text as rows`;
}

/** A single object was requested: one row, or the request fails and changes nothing. */
export function checkSingle(media: MediaType, rows: number) {
  if (media === 'object' && rows !== 1) throw notOneRow(rows);
}

/** `0-9/25`, with `*` for no rows and for an unknown total. */
export const contentRange = (rows: number, total: number | null): string =>
  `${rows === 0 ? '*' : `0-${rows - 1}`}/${total ?? '*'}`;

export type Written = {
  status: number;
  body: string | null;
  media: MediaType;
  preferences: Preferences;
  headers: Record<string, string>;
};

export function written({ status, body, media, preferences, headers }: Written): Response {
  const applied: Record<string, string> =
    preferences.applied.length > 0 ? { 'preference-applied': preferences.applied.join(', ') } : {};
  const type: Record<string, string> =
    body === null ? {} : { 'content-type': contentType(media), ...lengthOf(body) };
  return new Response(body, {
    status,
    headers: { ...type, ...applied, ...headers },
  });
}

// The compressor skips small answers and needs their length; without this header it would turn the body into a
// stream.
const lengthOf = (body: string) => ({
  'content-length': String(Buffer.byteLength(body)),
  vary: 'accept-encoding',
});

/** Statuses without a body. */
const bodiless: readonly number[] = [204, 205, 304];

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
