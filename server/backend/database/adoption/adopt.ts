import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { ConfigurationError } from '../../../config.ts';
import { readCatalogue } from '../catalogue.ts';
import { baseline } from '../migrations.ts';
import tables from './tables.sql?raw';
import rows from './rows.sql?raw';

/** The first and the last of the 105 migrations of commit ce381a9e, the one version in use before the baseline. */
const former = { first: '20261122100000', last: '20261127233000', count: 105 };

/** The fingerprint of every database made by them, on PostgreSQL 15 and 18 and embedded. */
const formerFingerprint = 'e475c2aa7f247094e5f5858374a75571';

const isMadeByTheProduct = (version: string) => version > '2';

/**
 * Adopts a database of commit ce381a9e: compares its catalogue, brings its tables and rows into today's form, and
 * replaces its functions, triggers, default emails and history with the baseline's. Returns whether it did; an empty database and
 * one with the baseline are unchanged. Throws ConfigurationError for one of another version or changed by hand.
 */
export async function adopt(client: PoolClient, applied: readonly string[]): Promise<boolean> {
  const own = applied.filter(isMadeByTheProduct).sort();
  const isOfAnotherTime = own.some((version) => version >= baseline.version);
  if (own.length === 0 || isOfAnotherTime) return false;
  const isFormer =
    own.length === former.count && own[0] === former.first && own.at(-1) === former.last;
  if (!isFormer) throw new ConfigurationError(otherVersion);
  if ((await fingerprintOf(client)) !== formerFingerprint) throw new ConfigurationError(changed);
  await client.query(adoption);
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

const otherVersion =
  'This database is from a version that was never released: restore a backup of commit ce381a9e, or begin with an empty database';
const changed =
  'The tables of this database were changed manually: undo the changes or restore an earlier backup';

/** A hash of everything that adopting keeps, in a format that all versions of PostgreSQL print alike. */
export async function fingerprintOf(client: PoolClient): Promise<string> {
  // Names of this schema are printed unqualified.
  await client.query('set local search_path = public');
  const lines = (await readCatalogue(client)).filter(isKept).map(withoutChance);
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 32);
}

const keptKinds =
  /^(?:column|constraint|function|grant|index|policy|relation|sequence|trigger|type) /;
// Grants that an operator may add, and PostgreSQL's own schema.
const grantOfAnother =
  /^grant (?:schema public|what is made)|^grant (?!.* to (?:anon|authenticated|service_role|everybody)$)/;

// The hosted backend makes its own schemas.
const schemasOfHost = /^\w+ (?:schema )?(?:auth|storage)\b/;

const isKept = (line: string) =>
  keptKinds.test(line) && !schemasOfHost.test(line) && !grantOfAnother.test(line);

// An operator may tune the storage of a table. A restored dump has other parentheses than the database it is of.
const withoutChance = (line: string) =>
  line.replace(/^(relation \S+: kind r[^=]*row security).*$/, '$1').replaceAll(/[()]/g, '');

const functions = /^create function [^]*?^(?:\$[a-z]*\$;|end;(?!\n\$)|return [^;]*;)$/gm;
const rightsOfFunctions = /^(?:revoke all|grant execute) on (?:all functions|function)[^;]*;$/gm;
const triggers = /^(?:create (?:constraint )?trigger|select private\.tell_live_about\()[^;]*;$/gm;
const defaultMails = /^select private\.add_default_mail\([^]*?^\);$/gm;

const found = (pattern: RegExp) => baseline.sql.match(pattern) ?? [];

/** Like private.add_default_mail(), and words an email anew that has the default wording. */
const adoptDefaultMail = `
  create function pg_temp.adopt_default_mail(kind text, label text, subject_line text, html text) returns void
  language sql as $$
    update public.email_templates as template
    set name = label, subject = subject_line, content = html
    from public.default_mails as former
    where former.template_type = kind and template.template_type = kind
      and (template.name, template.subject, template.content) = (former.name, former.subject, former.content)
      and (former.name, former.subject, former.content) is distinct from (label, subject_line, html)
      and not exists (
        select from public.email_templates as other
        where other.template_type = kind and other.updated_at > template.updated_at
      );
    update public.default_mails set name = label, subject = subject_line, content = html where template_type = kind;
    select private.add_default_mail(kind, label, subject_line, html)
    where not exists (select from public.default_mails where template_type = kind);
  $$;`;

// Functions that others need stay, and are replaced.
const dropTriggersAndFunctions = `
  do $$
  declare
    one record;
  begin
    for one in
      select tgname as name, tgrelid::regclass as place from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where not tgisinternal and pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    loop
      execute format('drop trigger %I on %s', one.name, one.place);
    end loop;
    -- A function may need another one, which goes after it.
    for pass in 1..3 loop
      for one in ${ownFunctions('true')} loop
        begin
          execute format('drop function %s', one.signature);
        exception when dependent_objects_still_exist then null;
        end;
      end loop;
    end loop;
  end;
  $$;`;

// Those that this transaction has not written.
const dropFormerFunctions = `
  do $$
  declare
    one record;
  begin
    for one in ${ownFunctions(`procedure.xmin::text <> (pg_current_xact_id()::text::numeric % 4294967296)::text`)} loop
      execute format('drop function %s', one.signature);
    end loop;
  end;
  $$;`;

/** Everything that adopting does, as SQL. */
const adoption = [
  'set local check_function_bodies = off;',
  tables,
  dropTriggersAndFunctions,
  ...found(functions).map((sql) => sql.replace('create', 'create or replace')),
  dropFormerFunctions,
  ...found(rightsOfFunctions),
  ...found(triggers),
  rows,
  adoptDefaultMail,
  ...found(defaultMails).map((sql) => sql.replace('private.add', 'pg_temp.adopt')),
].join('\n');

function ownFunctions(condition: string) {
  return `
    select procedure.oid::regprocedure as signature from pg_proc as procedure
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and ${condition}
      and not exists (select from pg_depend where deptype = 'e' and classid = 'pg_proc'::regclass and objid = procedure.oid)`;
}
