import { fieldSql, type Rows } from './build-conditions.ts';
import { linkOf, type Embed } from './build-embeds.ts';
import { tableSource, type Scope } from './scope.ts';
import { RestError, notEmbedded } from './errors.ts';
import type { OrderTerm } from './parse-order.ts';
import { joined, nothing, sql, trusted, type Sql } from './sql.ts';

/** ` order by …`, or nothing. */
export function orderOf(
  scope: Scope,
  rows: Rows,
  terms: readonly OrderTerm[],
  embeds: readonly Embed[],
): Sql {
  if (terms.length === 0) return nothing;
  const list = terms.map((term) => {
    const key =
      term.relation === null ? fieldSql(rows, term.field) : related(scope, rows, term, embeds);
    const nulls = trusted(term.nulls === null ? '' : ` nulls ${term.nulls}`);
    return sql`${key} ${trusted(term.direction)}${nulls}`;
  });
  return sql` order by ${joined(list, ', ')}`;
}

/** The column of the one related row. */
function related(scope: Scope, rows: Rows, term: OrderTerm, embeds: readonly Embed[]): Sql {
  const embed = embeds.find(({ item }) => (item.alias ?? item.target) === term.relation);
  if (!embed) throw notEmbedded(term.relation ?? '');
  const { relationship } = embed;
  if (!relationship.isToOne) throw notToOne(rows.relation.name, term.relation ?? '');
  const child = tableSource(scope.catalogue, relationship.table);
  const alias = scope.nextAlias();
  const key = fieldSql({ relation: child.relation, alias }, term.field);
  const links = joined(linkOf(rows.alias, alias, relationship), ' and ');
  return sql`(select ${key} from ${child.from} as ${alias} where ${links})`;
}

const notToOne = (origin: string, target: string) =>
  new RestError(400, {
    code: 'PGRST118',
    message: `A related order on '${target}' is not possible`,
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });
