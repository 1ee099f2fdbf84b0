import type { Parameter, Routine } from './catalogue.ts';
import { invalidBody, notImplemented } from './errors.ts';
import { isRow, type Body } from './parse-body.ts';
import { definitions } from './payload-columns.ts';
import type { Answer, Asked, Plan } from './plan.ts';
import { contentRange } from './range.ts';
import { checkSingle, shownAs, written } from './respond.ts';
import { routineFor } from './routine.ts';
import { joined, nothing, quoted, sql, trusted, value, type Sql } from './sql.ts';

/** A call of a function by POST, with its arguments as the keys of the body. */
export function planCall(asked: Asked, name: string, { parsed, text }: Body): Plan {
  if (new URL(asked.request.url).search.length > 1) {
    throw notImplemented('A function takes no parameters in its address');
  }
  if (!isRow(parsed)) throw invalidBody('The arguments of a function must be one object');
  const keys = Object.keys(parsed);
  const routine = routineFor(asked.catalogue, name, keys);
  const given = routine.parameters.filter((parameter) => keys.includes(parameter.name));
  const args = sql`json_to_record(${value(text)}::json) as "args"(${definitions(given)})`;
  const source = given.length === 0 ? nothing : sql`${args}, lateral `;
  const isScalar = routine.returns === 'scalar';
  const alias = trusted(isScalar ? '"called"("value")' : '"called"');
  const called = sql`select "called".* from ${source}${callOf(routine, given)} as ${alias}`;
  return {
    statement: statementOf(asked, routine, called),
    writes: routine.isVolatile,
    respond: (answer) => callResponse(asked, routine, answer),
  };
}

function callOf({ name }: Routine, given: readonly Parameter[]): Sql {
  const list = given.map((parameter) => {
    const argument = quoted(parameter.name);
    return sql`${argument} => "args".${argument}`;
  });
  return sql`public.${quoted(name)}(${joined(list, ', ')})`;
}

function statementOf({ media, maxRows }: Asked, { returns, isSet }: Routine, called: Sql): Sql {
  if (returns === 'void') {
    return sql`with "called" as materialized (${called}) select null as body, count(*)::text as rows, null as total from "called"`;
  }
  // A set is a list; anything else is its one row or value.
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
  const headers = { 'content-range': contentRange(0, rows, null) };
  return written({ status: 200, body, media, preferences, headers });
}
