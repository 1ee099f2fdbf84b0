import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { readCatalogue } from './catalogue.ts';
import { formerVersions, lastFormerCommit } from './former-history.ts';
import { baseline } from './migrations.ts';
import { ConfigurationError } from '../../config.ts';

/** The fingerprint of every database made by the former migrations, on PostgreSQL 15 and 18. */
const formerFingerprint = '713d529b6bce01cf2b217958f54f767e';

// The functions of the baseline.
const newFunctions = /private\.lock_(?:counted|coupon|form|network|rain_day)\(/;

const isMadeByTheProduct = (version: string) => version > '2';

/**
 * Adopts a database of the last version before the baseline: compares its catalogue, then replaces its functions
 * and its history with the baseline's. Returns whether it did; a new database and one with the baseline are
 * unchanged. Throws ConfigurationError for an older or manually changed database.
 */
export async function adoptBaseline(
  client: PoolClient,
  applied: readonly string[],
): Promise<boolean> {
  const own = applied.filter(isMadeByTheProduct);
  const isOfAnotherTime = own.some((version) => version >= baseline.version);
  if (own.length === 0 || isOfAnotherTime) return false;
  if (own.join() !== formerVersions.join()) throw new ConfigurationError(older);
  if ((await fingerprintOf(client)) !== formerFingerprint) throw new ConfigurationError(changed);
  await client.query(functionsOfBaseline);
  await client.query(validateConstraints);
  await client.query(
    'delete from supabase_migrations.schema_migrations where version = any ($1::text[])',
    [own],
  );
  await client.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [baseline.version, baseline.name, [baseline.sql]],
  );
  return true;
}

const older = `This database is from an older version: start commit ${lastFormerCommit} on it once, then this version`;
const changed = `The tables of this database were changed manually: undo the changes or restore an earlier backup, and start commit ${lastFormerCommit} on it once, then this version`;

/** A hash of everything that adopting keeps, in a format that all versions of PostgreSQL print alike. */
export async function fingerprintOf(client: PoolClient): Promise<string> {
  // Names of this schema are printed unqualified.
  await client.query('set local search_path = public');
  const lines = (await readCatalogue(client)).filter(isKept).map(withoutChance);
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 32);
}

const keptKinds =
  /^(?:column|constraint|function|grant|index|policy|relation|sequence|trigger|type) /;
// Grants that an operator may add, and PostgreSQL's own schema.
const grantOfAnother =
  /^grant (?:schema public|what is made)|^grant (?!.* to (?:anon|authenticated|service_role|everybody)$)/;

const isKept = (line: string) =>
  keptKinds.test(line) && !grantOfAnother.test(line) && !newFunctions.test(line);

// An operator may tune the storage of a table.
const withoutChance = (line: string) =>
  line.replace(/ NOT VALID$/, '').replace(/^(relation \S+: kind r[^=]*row security).*$/, '$1');

const bodies = /^create function [^]*?^\$[a-z]*\$;$/gm;
const grants = /^(?:revoke all|grant execute) on (?:all functions|function)[^;]*;$/gm;

const functionsOfBaseline = [
  'set local check_function_bodies = off;',
  ...(baseline.sql.match(bodies) ?? []).map((sql) => sql.replace('create', 'create or replace')),
  ...(baseline.sql.match(grants) ?? []),
].join('\n');

// Some were added as `not valid`.
const validateConstraints = `
  do $$
  declare
    one record;
  begin
    for one in select conrelid::regclass as place, conname from pg_constraint where not convalidated loop
      execute format('alter table %s validate constraint %I', one.place, one.conname);
    end loop;
  end;
  $$`;
