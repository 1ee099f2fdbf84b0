/**
 * The findings of the hosted backend's advisor, under its names, as far as the catalogue shows them, and one that
 * we added. The queries are ours. Each returned row is a finding.
 */
export type Advice = { name: string; query: string };

const ours = `('public'::regnamespace, 'private'::regnamespace)`;

const indexCovers = `exists (
  select from pg_index
  where indrelid = conrelid and indisvalid and indpred is null
    and (indkey::smallint[])[0:cardinality(conkey) - 1] @> conkey)
  or exists (
  select from pg_index
  where indrelid = conrelid and indisvalid and cardinality(conkey) = 1 and (indkey::smallint[])[0] = conkey[1]
    and pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)',
      (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1])))`;

/** Tables, views and the like that a request can name. */
const relations = (kinds: string) =>
  `select oid, oid::regclass::text as finding from pg_class where relnamespace = 'public'::regnamespace and relkind in (${kinds})`;

const policies = `
  select format('%s: %s', polrelid::regclass, polname) as finding, pol.*,
    coalesce(pg_get_expr(polqual, polrelid), '') as qual, coalesce(pg_get_expr(polwithcheck, polrelid), '') as with_check
  from pg_policy as pol`;

/** A function of the caller that runs for each row, because no subquery keeps its answer. */
const askedForEachRow = `(?<!SELECT )(auth\\.(uid|jwt|role|email)\\(\\)|current_setting\\()`;

// Functions that begin with this call are closed to everyone but administrators; another test calls each with
// every role.
const callable = (role: string) => `
  select oid::regprocedure::text as finding from pg_proc
  where prosrc !~ 'private\\.require_admin\\(\\)' and pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege('${role}', oid, 'execute')`;

export const advice: readonly Advice[] = [
  {
    name: 'unindexed_foreign_keys',
    query: `select format('%s: %s', conrelid::regclass, conname) as finding from pg_constraint
      where contype = 'f' and connamespace in ${ours} and not (${indexCovers})`,
  },
  {
    name: 'auth_users_exposed',
    query: `select distinct view.oid::regclass::text as finding from pg_class as view
      join pg_rewrite on ev_class = view.oid join pg_depend on classid = 'pg_rewrite'::regclass and objid = pg_rewrite.oid
      where view.relnamespace = 'public'::regnamespace and refobjid = 'auth.users'::regclass`,
  },
  {
    name: 'auth_rls_initplan',
    query: `select finding from (${policies}) as one where qual || with_check ~ '${askedForEachRow}'`,
  },
  {
    name: 'no_primary_key',
    query: `select oid::regclass::text as finding from pg_class as class where relkind = 'r' and relnamespace in ${ours}
      and not exists (select from pg_index where indrelid = class.oid and indisprimary)`,
  },
  {
    name: 'multiple_permissive_policies',
    query: `select format('%s: %s by %s', polrelid::regclass, action, who) as finding
      from pg_policy, lateral unnest(polroles) as role (id), lateral (select case role.id when 0 then 'everybody' else role.id::regrole::text end) as named (who),
        lateral unnest(case polcmd when '*' then '{r,a,w,d}' else array[polcmd] end::"char"[]) as action
      where polpermissive group by polrelid, action, who having count(*) > 1`,
  },
  {
    name: 'policy_exists_rls_disabled',
    query: `select distinct polrelid::regclass::text as finding from pg_policy join pg_class on pg_class.oid = polrelid where not relrowsecurity`,
  },
  {
    name: 'rls_enabled_no_policy',
    query: `select oid::regclass::text as finding from pg_class as class where relkind = 'r' and relnamespace in ${ours}
      and relrowsecurity and not exists (select from pg_policy where polrelid = class.oid)
      and (has_any_column_privilege('anon', class.oid, 'select') or has_any_column_privilege('authenticated', class.oid, 'select'))`,
  },
  {
    name: 'duplicate_index',
    query: `select format('%s: %s', indrelid::regclass, string_agg(indexrelid::regclass::text, ', ' order by indexrelid)) as finding
      from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace in ${ours}
      group by indrelid, relam, indkey::text, indclass::text, indoption::text, pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)
      having count(*) > 1`,
  },
  {
    name: 'security_definer_view',
    query: `select finding from (${relations(`'v'`)}) as one join pg_class using (oid) where not coalesce(reloptions @> array['security_invoker=true'], false)`,
  },
  {
    name: 'function_search_path_mutable',
    query: `select oid::regprocedure::text as finding from pg_proc where pronamespace in ${ours}
      and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  },
  {
    name: 'rls_disabled_in_public',
    query: `select finding from (${relations(`'r', 'p'`)}) as one join pg_class using (oid) where not relrowsecurity`,
  },
  {
    name: 'extension_in_public',
    query: `select extname as finding from pg_extension where extnamespace = 'public'::regnamespace`,
  },
  {
    name: 'rls_references_user_metadata',
    query: `select finding from (${policies}) as one where qual || with_check ~ 'user_meta'`,
  },
  { name: 'materialized_view_in_api', query: relations(`'m'`) },
  { name: 'foreign_table_in_api', query: relations(`'f'`) },
  {
    name: 'unsupported_reg_types',
    query: `select format('%s: %s', attrelid::regclass, attname) as finding from pg_attribute join pg_class on pg_class.oid = attrelid
      where relkind = 'r' and relnamespace in ${ours} and attnum > 0
        and atttypid = any ('{regcollation, regconfig, regdictionary, regnamespace, regoper, regoperator, regproc, regprocedure}'::regtype[])`,
  },
  {
    name: 'fkey_to_auth_unique',
    query: `select format('%s: %s', conrelid::regclass, conname) as finding from pg_constraint as key
      join pg_namespace as place on place.oid = (select relnamespace from pg_class where oid = key.confrelid)
      where key.contype = 'f' and nspname in ('auth', 'storage') and key.connamespace in ${ours}
        and not exists (select from pg_constraint as whole where whole.conrelid = key.confrelid and whole.contype = 'p' and whole.conkey <@ key.confkey)`,
  },
  {
    name: 'sensitive_columns_exposed',
    query: `select format('%s: %s', attrelid::regclass, attname) as finding from pg_attribute
      join (${relations(`'r', 'p', 'v'`)}) as one on one.oid = attrelid cross join unnest(array['anon', 'authenticated']) as role
      where attnum > 0 and not attisdropped and has_column_privilege(role, attrelid, attnum, 'select')
        and attname ~ 'password|passwd|secret|token|otp|api_key|jwt|card_number|cvv|iban|fingerprint'`,
  },
  {
    name: 'rls_policy_always_true',
    query: `select finding from (${policies}) as one
      where polpermissive and polroles <> array['service_role'::regrole::oid] and 'true' in (lower(btrim(qual, '() ')), lower(btrim(with_check, '() ')))`,
  },
  {
    name: 'public_bucket_allows_listing',
    query: `select id as finding from storage.buckets where public and exists (
      select from pg_policy where polrelid = 'storage.objects'::regclass and polcmd in ('r', '*') 
        and pg_get_expr(polqual, polrelid) like '%' || quote_literal(id) || '%' and polroles && array[0::oid, 'anon'::regrole::oid])`,
  },
  {
    // The planner may run the subquery again for each row, and so lease more rows than the limit.
    name: 'limit_in_subquery_of_change',
    query: `select oid::regprocedure::text as finding from pg_proc
      where pronamespace in ${ours} and prosrc ~* '\\min\\s*\\(\\s*select\\M[^;]*\\mskip locked'`,
  },
  { name: 'anon_security_definer_function_executable', query: callable('anon') },
  { name: 'authenticated_security_definer_function_executable', query: callable('authenticated') },
  {
    name: 'invalid_index',
    query: `select indexrelid::regclass::text as finding from pg_index where not indisvalid or not indisready`,
  },
  {
    name: 'rls_policy_null_auth_disjunct',
    query: `select finding from (${policies}) as one
      where polpermissive and qual ~ 'OR' and qual ~ '(auth\\.(uid|jwt|role)\\(\\)|current_setting\\([^)]*true\\))[^()]*\\)? IS NULL'`,
  },
];
