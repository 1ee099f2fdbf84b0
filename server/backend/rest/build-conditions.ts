import type { Relation } from './catalogue.ts';
import { unknownColumn } from './errors.ts';
import { comparisons, type Condition, type Operation } from './parse-filters.ts';
import { arrayText, joined, nothing, quoted, sql, trusted, value, type Sql } from './sql.ts';

/** Rows in a statement: their columns, and their alias. */
export type Rows = { relation: Relation; alias: Sql };

/** ` where …`, or nothing. */
export function whereOf(rows: Rows, conditions: readonly Condition[]): Sql {
  const all = conditions.map((one) => conditionSql(rows, one));
  return all.length === 0 ? nothing : sql` where ${joined(all, ' and ')}`;
}

function conditionSql(rows: Rows, condition: Condition): Sql {
  const test =
    condition.kind === 'logic'
      ? sql`(${joined(
          condition.conditions.map((one) => conditionSql(rows, one)),
          ` ${condition.operator} `,
        )})`
      : operationSql(columnSql(rows, condition.column), condition.operation);
  return condition.isNegated ? sql`not (${test})` : test;
}

/** A column, which must be in the catalogue. */
export function columnSql({ relation, alias }: Rows, name: string): Sql {
  const column = relation.columns.get(name);
  if (!column) throw unknownColumn(relation.name, name);
  return sql`${alias}.${quoted(column.name)}`;
}

function operationSql(subject: Sql, operation: Operation): Sql {
  switch (operation.kind) {
    case 'is':
      return sql`${subject} is ${trusted(operation.state)}`;
    case 'in':
      return sql`${subject} = any(${value(parameterOf(operation))})`;
    case 'compare':
      return sql`${subject} ${trusted(comparisons[operation.operator])} ${value(parameterOf(operation))}`;
  }
}

function parameterOf(operation: Exclude<Operation, { kind: 'is' }>): string {
  if (operation.kind === 'in') return arrayText(operation.values);
  const isPattern = operation.operator === 'like' || operation.operator === 'ilike';
  return isPattern ? operation.value.replaceAll('*', '%') : operation.value;
}

/** The parameters of these conditions, in the order of `whereOf`. */
export const valuesIn = (conditions: readonly Condition[]): string[] =>
  conditions.flatMap((condition) => {
    if (condition.kind === 'logic') return valuesIn(condition.conditions);
    const { operation } = condition;
    return operation.kind === 'is' ? [] : [parameterOf(operation)];
  });

/** What decides the text of a condition: all but its parameters. */
export function shapeOf(condition: Condition): readonly unknown[] {
  const { isNegated } = condition;
  if (condition.kind === 'logic') {
    return [isNegated, condition.operator, condition.conditions.map(shapeOf)];
  }
  const { column, operation } = condition;
  const word = operation.kind === 'compare' ? operation.operator : operation.kind;
  return [isNegated, column, word, operation.kind === 'is' ? operation.state : null];
}
