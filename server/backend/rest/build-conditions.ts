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
  if (condition.kind === 'filter') {
    return operationSql(columnSql(rows, condition.column), condition.operation);
  }
  const all = condition.conditions.map((one) => conditionSql(rows, one));
  return sql`(${joined(all, ` ${condition.operator} `)})`;
}

/** A column, which must be in the catalogue. */
export function columnSql({ relation, alias }: Rows, name: string): Sql {
  const column = relation.columns.get(name);
  if (!column) throw unknownColumn(relation.name, name);
  return sql`${alias}.${quoted(column.name)}`;
}

function operationSql(subject: Sql, operation: Operation): Sql {
  switch (operation.kind) {
    case 'isNull':
      return sql`${subject} is null`;
    case 'in':
      return sql`${subject} = any(${value(arrayText(operation.values))})`;
    case 'compare':
      return sql`${subject} ${trusted(comparisons[operation.operator])} ${value(operation.value)}`;
  }
}

/** The parameters of these conditions, in the order of `whereOf`. */
export const valuesIn = (conditions: readonly Condition[]): string[] =>
  conditions.flatMap((condition) => {
    if (condition.kind === 'logic') return valuesIn(condition.conditions);
    const { operation } = condition;
    if (operation.kind === 'isNull') return [];
    return [operation.kind === 'in' ? arrayText(operation.values) : operation.value];
  });

/** What decides the text of a condition: all but its parameters. */
export function shapeOf(condition: Condition): readonly unknown[] {
  if (condition.kind === 'logic') return [condition.operator, condition.conditions.map(shapeOf)];
  const { column, operation } = condition;
  return [column, operation.kind === 'compare' ? operation.operator : operation.kind];
}
