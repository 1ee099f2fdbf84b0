import { RestError } from './errors.ts';
import type { Catalogue, ForeignKey } from './catalogue.ts';
import type { EmbedItem } from './parse-select.ts';

/** How rows of `table` belong to a row that has `local` columns equal to its `foreign` ones. */
export type Relationship = {
  table: string;
  isToOne: boolean;
  pairs: readonly { local: string; foreign: string }[];
  constraint: string;
};

/**
 * Finds the foreign key an embed means: by the table's name, or by the name of the constraint or of
 * the one pointing column; `!hint` chooses among several by constraint or pointing column.
 */
export function relationshipOf(
  catalogue: Catalogue,
  origin: string | null,
  { target, hint }: EmbedItem,
  originName: string,
): Relationship {
  const found = origin === null ? [] : candidates(catalogue, origin, target, hint);
  const [only] = found;
  if (!only) throw noRelationship(originName, target, hint);
  if (found.length > 1) throw severalRelationships(origin ?? originName, target, found);
  return only;
}

function candidates(catalogue: Catalogue, origin: string, target: string, hint: string | null) {
  return catalogue.foreignKeys.flatMap((key) => {
    const column = key.fromColumns.length === 1 ? key.fromColumns : [];
    if (hint !== null && hint !== key.constraint && !column.includes(hint)) return [];
    const ways: Relationship[] = [];
    if (key.from === origin && [key.to, key.constraint, ...column].includes(target)) {
      ways.push(forward(key));
    }
    if (key.to === origin && [key.from, key.constraint].includes(target)) ways.push(backward(key));
    return ways;
  });
}

const forward = (key: ForeignKey): Relationship => ({
  table: key.to,
  isToOne: true,
  pairs: key.fromColumns.map((local, index) => ({ local, foreign: key.toColumns[index] ?? '' })),
  constraint: key.constraint,
});

const backward = (key: ForeignKey): Relationship => ({
  table: key.from,
  isToOne: key.isOneToOne,
  pairs: key.toColumns.map((local, index) => ({ local, foreign: key.fromColumns[index] ?? '' })),
  constraint: key.constraint,
});

const noRelationship = (origin: string, target: string, hint: string | null) =>
  new RestError(400, {
    code: 'PGRST200',
    message: `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    details:
      `Searched for a foreign key relationship between '${origin}' and '${target}'` +
      `${hint === null ? '' : ` using the hint '${hint}'`} in the schema 'public', but no matches were found.`,
  });

function severalRelationships(origin: string, target: string, found: readonly Relationship[]) {
  const choices = found.map(({ table, constraint }) => `'${table}!${constraint}'`).join(', ');
  return new RestError(300, {
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    details: found.map(({ table, constraint, isToOne, pairs }) => ({
      cardinality: isToOne ? 'many-to-one' : 'one-to-many',
      embedding: `${origin} with ${table}`,
      relationship:
        `${constraint} using ${origin}(${pairs.map(({ local }) => local).join(', ')}) and ` +
        `${table}(${pairs.map(({ foreign }) => foreign).join(', ')})`,
    })),
    hint: `Try changing '${target}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
  });
}
