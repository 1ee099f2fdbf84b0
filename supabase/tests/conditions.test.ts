import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { openCopy } from '../../server/testing/databases.ts';

type Routine = { language: string; body: string; definition: string };

let database: Database;
beforeAll(async () => {
  await loadModule();
  database = await openCopy();
});
afterAll(() => database.close());

// The hosted backend refuses them, inside functions too.
describe('An update or delete without a condition', () => {
  test('is in no function', async () => {
    const { rows } = await database.pool.query<Routine & { name: string }>(
      `select oid::regprocedure::text as name, lanname as language, prosrc as body,
         pg_get_functiondef(oid) as definition
       from (select pg_proc.*, lanname from pg_proc join pg_language as lang on lang.oid = prolang) as routine
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and lanname in ('sql', 'plpgsql') and prosqlbody is null
         and not exists (select from pg_depend where objid = routine.oid and deptype = 'e')`,
    );
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.filter((row) => unconditional(row) > 0).map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ['update t set a = 1', 1],
    ['delete from t', 1],
    ['with gone as (delete from t returning a) select a from gone', 1],
    ['update t set a = 1 where b', 0],
    ['insert into t values (1) on conflict (a) do update set a = 2', 0],
  ])('is found in %s', (body, count) => {
    const definition = `create function f() returns void language plpgsql as $f$ begin ${body}; end; $f$`;
    expect(unconditional({ language: 'sql', body, definition })).toBe(count);
    expect(unconditional({ language: 'plpgsql', body, definition })).toBe(count);
  });
});

/** How many statements of a function change or delete every row. */
function unconditional({ language, body, definition }: Routine): number {
  const statements = language === 'sql' ? [body] : statementsIn(parsePlPgSQLSync(definition));
  return statements.reduce((count, sql) => count + bare(parseSync(sql)), 0);
}

/** The SQL in a parsed function; its other expressions are no statements. */
function statementsIn(tree: unknown): string[] {
  return nodes(tree).flatMap(({ PLpgSQL_expr: expression }) =>
    isNode(expression) && expression['parseMode'] === 0 && typeof expression['query'] === 'string'
      ? [expression['query']]
      : [],
  );
}

const bare = (tree: unknown): number =>
  nodes(tree)
    .flatMap(({ UpdateStmt, DeleteStmt }) => [UpdateStmt, DeleteStmt])
    .filter((statement) => isNode(statement) && statement['whereClause'] === undefined).length;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Everything in a tree that has fields. */
function nodes(tree: unknown): Node[] {
  if (!isNode(tree)) return [];
  return [tree, ...Object.values(tree).flatMap(nodes)];
}
