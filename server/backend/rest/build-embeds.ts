import type { EmbedTest, Rows } from './build-conditions.ts';
import { tableSource, type Scope, type Source } from './scope.ts';
import { unacceptableEmbedFilter } from './parse-filters.ts';
import type { ReadNode } from './parse-query.ts';
import type { EmbedItem } from './parse-select.ts';
import { relationshipOf, type Relationship } from './relationships.ts';
import { quoted, sql, trusted, type Sql } from './sql.ts';

/** A related table in a statement: its join, and its rows as a json expression. */
export type Embed = {
  item: EmbedItem;
  relationship: Relationship;
  join: Sql;
  /** The related rows as json; null when there are none. */
  json: Sql;
  /** The same as it is answered: an empty list for no rows. */
  output: Sql;
};

/** Builds the read of the embedded rows, with the conditions that tie them to their parent. */
type ReadChild = (
  scope: Scope,
  source: Source,
  node: ReadNode,
  link: (alias: Sql) => readonly Sql[],
) => { page: Sql };

/** Each embed is one lateral join with one column. */
export function embedOf(
  scope: Scope,
  source: Source,
  parent: Rows,
  { item, node }: ReadNode['embeds'][number],
  readChild: ReadChild,
): Embed {
  const relationship = relationshipOf(scope.catalogue, source.table, item, source.relation.name);
  const child = tableSource(scope.catalogue, relationship.table);
  const { page } = readChild(scope, child, node, (alias) =>
    linkOf(parent.alias, alias, relationship),
  );
  const alias = scope.nextAlias();
  const json = sql`${alias}."json"`;
  const collect = trusted(relationship.isToOne ? 'row_to_json' : 'json_agg');
  const kind = trusted(item.isInner ? 'inner' : 'left');
  const condition = item.isInner ? sql`${json} is not null` : trusted('true');
  return {
    item,
    relationship,
    json,
    output: relationship.isToOne ? json : sql`coalesce(${json}, '[]'::json)`,
    join: sql` ${kind} join lateral (select ${collect}("rows".*) as "json" from (${page}) as "rows") as ${alias} on ${condition}`,
  };
}

export const linkOf = (parent: Sql, child: Sql, { pairs }: Relationship) =>
  pairs.map(({ local, foreign }) => sql`${child}.${quoted(foreign)} = ${parent}.${quoted(local)}`);

/** Reads a filter on an embed's name as "has none" or "has some"; `tested` collects those asked. */
export const embedTestOf =
  (embeds: readonly Embed[], tested: Set<Embed>): EmbedTest =>
  ({ field, operation }) => {
    const embed = embeds.find(({ item }) => (item.alias ?? item.target) === field.name);
    if (!embed || field.path.length > 0) return null;
    if (operation.kind !== 'is' || !['null', 'not null'].includes(operation.state)) {
      throw unacceptableEmbedFilter(field.name);
    }
    tested.add(embed);
    return sql`${embed.json} is ${trusted(operation.state)}`;
  };
