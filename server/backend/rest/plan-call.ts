import type { Catalogue, Parameter, Routine } from './catalogue.ts';
import { invalidBody, notImplemented } from './errors.ts';
import { isRow, type Body } from './parse-body.ts';
import { definitions } from './payload-columns.ts';
import type { Answer, Asked, Plan } from './plan.ts';
import { checkSingle, contentRange, shownAs, written } from './respond.ts';
import { routineFor } from './routine.ts';
import { checkNesting } from './value-limits.ts';
import { joined, nothing, quoted, rendered, sql, trusted, value, type Sql } from './sql.ts';

/** A call of a function by POST, with its arguments as the keys of the body. */
export function planCall(asked: Asked, name: string, { parsed, text }: Body): Plan {
  if (parametersOf(asked).length > 0) {
    throw notImplemented('The address of a function that is called by POST takes no parameters');
  }
  if (!isRow(parsed)) throw invalidBody('The arguments of a function must be one object');
  const { routine, call } = callIn(asked.catalogue, name, { keys: Object.keys(parsed), text });
  return planOf(asked, routine, call);
}

/** The function with these arguments, given as the keys of a JSON object. */
export function callIn(
  catalogue: Catalogue,
  name: string,
  { keys, text }: { keys: readonly string[]; text: string },
) {
  const routine = routineFor(catalogue, name, keys);
  const given = routine.parameters.filter((parameter) => keys.includes(parameter.name));
  const args = sql`json_to_record(${value(text)}::json) as "args"(${definitions(given)})`;
  const source = given.length === 0 ? nothing : sql`${args}, lateral `;
  const list = given.map((parameter) => sql`"args".${quoted(parameter.name)}`);
  return { routine, call: sql`${source}${callOf(routine, given, list)}` };
}

/** The same by GET and HEAD, with its arguments in the URL; a write fails in the read-only transaction. */
export function planReadCall(asked: Asked, name: string): Plan {
  const args = new Map(parametersOf(asked));
  const routine = routineFor(asked.catalogue, name, [...args.keys()]);
  const given = routine.parameters.filter((parameter) => args.has(parameter.name));
  const list = given.map((parameter) => {
    const text = args.get(parameter.name) ?? '';
    checkNesting(text);
    return sql`${value(text)}::${trusted(parameter.type)}`;
  });
  return planOf(asked, routine, callOf(routine, given, list));
}

const parametersOf = ({ request }: Asked) => [...new URL(request.url).searchParams];

function planOf(asked: Asked, routine: Routine, call: Sql): Plan {
  return {
    statement: rendered(statementOf(routine, call, asked)),
    writes: routine.isVolatile && asked.request.method === 'POST',
    respond: (answer) => callResponse(asked, routine, answer),
  };
}

function callOf({ name }: Routine, given: readonly Parameter[], values: readonly Sql[]): Sql {
  const list = values.map((one, index) => sql`${quoted(given[index]?.name ?? '')} => ${one}`);
  return sql`public.${quoted(name)}(${joined(list, ', ')})`;
}

/** `body` is the answer as JSON. */
export function statementOf(
  { returns, isSet }: Routine,
  call: Sql,
  { media, maxRows }: Pick<Asked, 'media' | 'maxRows'> = { media: 'array', maxRows: 1000 },
): Sql {
  const alias = trusted(returns === 'scalar' ? '"called"("value")' : '"called"');
  const called = sql`select "called".* from ${call} as ${alias}`;
  if (returns === 'void') {
    return sql`with "called" as materialized (${called}) select null as body, count(*)::text as rows, null as total from "called"`;
  }
  // A set is a list; anything else is its single row or value.
  const shape = isSet ? media : 'object';
  const shown = shownAs(shape, trusted(returns === 'scalar' ? '"page"."value"' : '"page".*'));
  const page = sql`select * from "called" limit ${value(maxRows)}::bigint`;
  return sql`with "called" as materialized (${called}), "page" as (${page}) select ${shown}, null as total from "page"`;
}

function callResponse({ media, preferences }: Asked, { returns }: Routine, answer: Answer) {
  if (returns === 'void' || preferences.result === 'minimal') {
    return written({ status: 204, body: null, media, preferences, headers: {} });
  }
  const { body, rows } = answer;
  checkSingle(media, rows);
  const headers = { 'content-range': contentRange(rows, null) };
  return written({ status: 200, body, media, preferences, headers });
}
