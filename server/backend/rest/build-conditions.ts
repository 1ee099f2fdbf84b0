import type { Relation } from './catalogue.ts';
import { unknownColumn } from './errors.ts';
import {
  comparisons,
  textSearches,
  type Condition,
  type Filter,
  type Operation,
} from './parse-filters.ts';
import type { Field } from './scanner.ts';
import { joined, nothing, quoted, sql, trusted, value, type Sql } from './sql.ts';

/** Rows in a statement: their columns, and the name the statement knows them by. */
export type Rows = { relation: Relation; alias: Sql };

/** `is null` on an embedded table, when `filter` names one; otherwise null. */
export type EmbedTest = (filter: Filter) => Sql | null;

const noEmbeds: EmbedTest = () => null;

/** ` where …`, or nothing. `extra` are conditions of our own. */
export function whereOf(
  rows: Rows,
  conditions: readonly Condition[],
  embedTest: EmbedTest = noEmbeds,
  extra: readonly Sql[] = [],
): Sql {
  const all = [...extra, ...conditions.map((one) => conditionSql(rows, one, embedTest))];
  return all.length === 0 ? nothing : sql` where ${joined(all, ' and ')}`;
}

function conditionSql(rows: Rows, condition: Condition, embedTest: EmbedTest): Sql {
  const test =
    condition.kind === 'logic'
      ? sql`(${joined(
          condition.conditions.map((one) => conditionSql(rows, one, embedTest)),
          ` ${condition.operator} `,
        )})`
      : (embedTest(condition) ?? filterSql(rows, condition));
  return condition.isNegated ? sql`not (${test})` : test;
}

function filterSql(rows: Rows, { field, operation }: Filter): Sql {
  const subject = fieldSql(rows, field);
  if (operation.kind === 'search') {
    const isVector = rows.relation.columns.get(field.name)?.type === 'tsvector';
    return searchSql(subject, isVector && field.path.length === 0, operation);
  }
  return operationSql(subject, operation);
}

function searchSql(subject: Sql, isVector: boolean, search: Search): Sql {
  const config = search.config === null ? nothing : sql`${value(search.config)}::regconfig, `;
  const vector = isVector ? subject : sql`to_tsvector(${config}${subject})`;
  return sql`${vector} @@ ${trusted(textSearches[search.operator])}(${config}${value(search.value)})`;
}

/** A column, which must be in the catalogue, or a place inside it. */
export function fieldSql({ relation, alias }: Rows, { name, path }: Field): Sql {
  const column = relation.columns.get(name);
  if (!column) throw unknownColumn(relation.name, name);
  const whole = sql`${alias}.${quoted(column.name)}`;
  if (path.length === 0) return whole;
  const steps = path.map(({ arrow, key }) => {
    const type = trusted(typeof key === 'number' ? '::int' : '::text');
    return sql`${trusted(arrow)}${value(key)}${type}`;
  });
  const start = column.isJson ? whole : sql`to_jsonb(${whole})`;
  return sql`(${start}${joined(steps, '')})`;
}

type Search = Extract<Operation, { kind: 'search' }>;

function operationSql(subject: Sql, operation: Exclude<Operation, Search>): Sql {
  switch (operation.kind) {
    case 'is':
      return sql`${subject} is ${trusted(operation.state)}`;
    case 'in':
      return sql`${subject} = any(${value(operation.values)})`;
    case 'compare': {
      const isPattern = operation.operator === 'like' || operation.operator === 'ilike';
      const text = isPattern ? operation.value.replaceAll('*', '%') : operation.value;
      const right =
        operation.quantifier === null
          ? value(text)
          : sql`${trusted(operation.quantifier)}(${value(text)})`;
      return sql`${subject} ${trusted(comparisons[operation.operator])} ${right}`;
    }
  }
}
