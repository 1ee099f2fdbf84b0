import { RestError } from './errors.ts';
import { bodiless } from './respond.ts';
import { trusted } from './sql.ts';

/** What SQL functions may set for the answer of their request, as columns of its statement. */
export type AnswerSettings = { status: string | null; headers: string | null };

/** Goes behind the last column: by then the functions of the statement have run. */
export const settingColumns = trusted(
  `, nullif(current_setting('response.status', true), '') as status, nullif(current_setting('response.headers', true), '') as headers`,
);

/** The answer with the status and headers that functions set in place of its own. Throws PGRST111 and PGRST112. */
export function withSettings(answer: Response, { status, headers }: AnswerSettings): Response {
  if (status === null && headers === null) return answer;
  const code = status === null ? answer.status : statusFrom(status);
  const all = new Headers(answer.headers);
  const set = headers === null ? [] : headersFrom(headers);
  for (const [name] of set) all.delete(name);
  for (const [name, value] of set) all.append(name, value);
  const isBodiless = bodiless.includes(code);
  if (isBodiless) all.delete('content-length');
  return new Response(isBodiless ? null : answer.body, { status: code, headers: all });
}

function statusFrom(text: string): number {
  const status = /^\d{3}$/.test(text) ? Number(text) : 0;
  if (status >= 200 && status <= 599) return status;
  throw new RestError(500, {
    code: 'PGRST112',
    message: 'response.status guc must be a valid status code',
  });
}

function headersFrom(text: string): [string, string][] {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) throw invalidHeaders;
    return list.map((one: unknown) => {
      const [entry, ...others] = Object.entries(one ?? {}) as [string, unknown][];
      const [name, value] = entry ?? [];
      if (name === undefined || typeof value !== 'string' || others.length > 0)
        throw invalidHeaders;
      // Refuses what cannot stand in a header.
      new Headers().append(name, value);
      return [name, value];
    });
  } catch {
    throw invalidHeaders;
  }
}

const invalidHeaders = new RestError(500, {
  code: 'PGRST111',
  message:
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
});
