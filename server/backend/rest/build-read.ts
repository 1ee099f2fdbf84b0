import { fieldSql, whereOf, type Rows } from './build-conditions.ts';
import { castType } from './cast-types.ts';
import { embedOf, embedTestOf, type Embed } from './build-embeds.ts';
import { orderOf } from './build-order.ts';
import type { ReadNode } from './parse-query.ts';
import type { SelectItem } from './parse-select.ts';
import type { Scope, Source } from './scope.ts';
import { joined, nothing, quoted, sql, value, type Sql } from './sql.ts';

/** A read: its page, the rows it is a page of (without columns, to be counted), its output columns. */
export type Read = { page: Sql; everything: Sql; columns: readonly string[] };

/** `link` gives the conditions that tie embedded rows to the row they are embedded in. */
export function buildRead(
  scope: Scope,
  source: Source,
  node: ReadNode,
  link: (alias: Sql) => readonly Sql[] = () => [],
): Read {
  const rows: Rows = { relation: source.relation, alias: scope.nextAlias() };
  const embeds = node.embeds.map((embed) => embedOf(scope, source, rows, embed, buildRead));
  const tested = new Set<Embed>();
  const where = whereOf(rows, node.conditions, embedTestOf(embeds, tested), link(rows.alias));
  const outputs = node.items.flatMap((item) => outputOf(scope, rows, item, embeds));
  const from = sql`${source.from} as ${rows.alias}`;
  const counted = embeds.filter((embed) => embed.item.isInner || tested.has(embed));
  const select = joined(
    outputs.map(({ expression }) => expression),
    ', ',
  );
  const order = orderOf(scope, rows, node.order, embeds);
  const limit = sql` limit ${value(Math.min(node.limit ?? scope.maxRows, scope.maxRows))}::bigint`;
  const offset = node.offset === 0 ? nothing : sql` offset ${value(node.offset)}::bigint`;
  return {
    page: sql`select ${select} from ${from}${joinsOf(embeds)}${where}${order}${limit}${offset}`,
    everything: sql`select from ${from}${joinsOf(counted)}${where}`,
    columns: outputs.flatMap(({ names }) => names),
  };
}

const joinsOf = (embeds: readonly Embed[]) =>
  joined(
    embeds.map(({ join }) => join),
    '',
  );

type Output = { expression: Sql; names: readonly string[] };

function outputOf(scope: Scope, rows: Rows, item: SelectItem, embeds: readonly Embed[]): Output[] {
  if (item.kind === 'all') {
    return [{ expression: sql`${rows.alias}.*`, names: [...rows.relation.columns.keys()] }];
  }
  if (item.kind === 'embed') {
    const embed = embeds.find((one) => one.item === item);
    if (!embed || item.items.length === 0) return [];
    const name = item.alias ?? item.target;
    return [{ expression: sql`${embed.output} as ${quoted(name)}`, names: [name] }];
  }
  const field = fieldSql(rows, item.field);
  const lastKey = item.field.path.findLast(({ key }) => typeof key === 'string')?.key;
  const name = item.alias ?? String(lastKey ?? item.field.name);
  const expression =
    item.cast === null ? field : sql`cast(${field} as ${castType(scope.catalogue, item.cast)})`;
  return [{ expression: sql`${expression} as ${quoted(name)}`, names: [name] }];
}
