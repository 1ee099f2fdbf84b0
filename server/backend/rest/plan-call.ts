import { settingColumns } from './answer-settings.ts';
import { buildRead } from './build-read.ts';
import type { Parameter, Routine } from './catalogue.ts';
import { RestError, invalidBody, tooManyAffected } from './errors.ts';
import { isRow, type Body } from './parse-body.ts';
import { definitions } from './payload-columns.ts';
import type { Answer, Asked, Plan } from './plan.ts';
import { planOf } from './plan-read.ts';
import { narrowByHeader } from './range.ts';
import { bodyColumns, shownAs, written } from './respond.ts';
import { accepts, bodyRoutine, routineFor } from './routine.ts';
import { newScope, type Source } from './scope.ts';
import { joined, nothing, quoted, sql, trusted, value, type Sql } from './sql.ts';

/** A call of a function: its arguments come with the address (`body` null) or in the body. */
export function planCall(asked: Asked, name: string, body: Body | null): Plan {
  const { routine, call, before } = body
    ? calledWithBody(asked, name, body)
    : calledWithParameters(asked, name);
  narrowByHeader(asked.query.root, asked.request);
  refuseMaxAffected(asked, routine);
  // By GET and HEAD a function that writes fails in a transaction that cannot.
  const writes = body !== null && routine.isVolatile;
  if (routine.returns.kind === 'void') return { ...voidPlan(asked, before, call), writes };
  const alias = trusted(routine.returns.kind === 'scalar' ? '"called"("value")' : '"called"');
  const from = before === nothing ? nothing : trusted('"args", lateral ');
  const called = sql`${before}"called" as materialized (select "called".* from ${from}${call} as ${alias}), `;
  const read = buildRead(
    newScope(asked.catalogue, asked.maxRows),
    sourceOf(routine),
    asked.query.root,
  );
  const shown = sql`${shownResult(asked, routine)}${affectedRows(asked)}`;
  const plan = planOf(asked, read, { before: called, shown });
  const respond = (answer: Answer) => {
    checkAffected(asked, answer);
    return asked.preferences.result === 'minimal' ? empty(asked) : plan.respond(answer);
  };
  return { ...plan, writes, respond };
}

/** The rows that the function returned, whatever the request then chose of them: so many it may have changed. */
const affectedRows = ({ preferences }: Asked): Sql =>
  preferences.maxAffected === null
    ? nothing
    : trusted(', (select count(*) from "called")::text as affected');

function checkAffected({ preferences: { maxAffected } }: Asked, { affected = 0 }: Answer) {
  if (maxAffected !== null && affected > maxAffected) throw tooManyAffected(affected);
}

type Call = { routine: Routine; call: Sql; before: Sql };

function calledWithParameters(asked: Asked, name: string): Call {
  const { args } = asked.query;
  const routine = routineFor(asked.catalogue, name, [...args.keys()]);
  const given = routine.parameters.filter((parameter) => args.has(parameter.name));
  const call = callOf(
    routine,
    given,
    (parameter) => sql`${value(args.get(parameter.name))}::${trusted(parameter.type)}`,
  );
  return { routine, call, before: nothing };
}

function calledWithBody(asked: Asked, name: string, body: Body): Call {
  const keys = isRow(body.parsed) ? Object.keys(body.parsed) : null;
  const whole = bodyRoutine(asked.catalogue, name);
  const named = asked.catalogue.routines.get(name) ?? [];
  if (whole && !(keys && named.some((routine) => accepts(routine, keys)))) {
    const type = trusted(whole.parameters[0]?.type ?? 'json');
    const call = sql`public.${quoted(whole.name)}(${value(body.text)}::${type})`;
    return { routine: whole, call, before: nothing };
  }
  if (!keys) throw invalidBody('The arguments of a function must be one object');
  const routine = routineFor(asked.catalogue, name, keys);
  const given = routine.parameters.filter((parameter) => keys.includes(parameter.name));
  const call = callOf(routine, given, (parameter) => sql`"args".${quoted(parameter.name)}`);
  if (given.length === 0) return { routine, call, before: nothing };
  const args = sql`json_to_record(${value(body.text)}::json) as "body"(${definitions(given)})`;
  return { routine, call, before: sql`"args" as (select * from ${args}), ` };
}

function callOf(
  routine: Routine,
  given: readonly Parameter[],
  argument: (parameter: Parameter) => Sql,
): Sql {
  const list = given.map((parameter) => {
    const variadic = trusted(parameter.isVariadic ? 'variadic ' : '');
    return sql`${variadic}${quoted(parameter.name)} => ${argument(parameter)}`;
  });
  return sql`public.${quoted(routine.name)}(${joined(list, ', ')})`;
}

function sourceOf({ name, returns }: Routine): Source {
  const columns = returns.kind === 'rows' ? returns.columns : new Map<string, never>();
  const table = returns.kind === 'rows' ? returns.table : null;
  return { from: sql`"called"`, relation: { name, columns }, table };
}

/** A set is a list; anything else is its one row or value. */
function shownResult({ media }: Asked, { returns, isSet }: Routine): Sql {
  const shape = isSet || media.form === 'csv' ? media : ({ ...media, form: 'object' } as const);
  if (returns.kind !== 'scalar' || media.form === 'csv') return bodyColumns(shape);
  return shownAs(shape, trusted('"page"."value"'));
}

function voidPlan(asked: Asked, before: Sql, call: Sql): Omit<Plan, 'writes'> {
  const source = before === nothing ? nothing : trusted('"args", lateral ');
  const called = sql`"called" as materialized (select from ${source}${call} as "called")`;
  return {
    statement: sql`with ${before}${called} select null as body, count(*)::text as rows, null as total${settingColumns} from "called"`,
    guessed: null,
    respond: () => empty(asked),
  };
}

const empty = ({ media, preferences }: Asked) =>
  written({ status: 204, body: null, media, preferences, headers: {} });

function refuseMaxAffected({ preferences }: Asked, { isSet }: Routine) {
  if (preferences.maxAffected === null || isSet) return;
  throw new RestError(400, {
    code: 'PGRST128',
    message:
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  });
}
