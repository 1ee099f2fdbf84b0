import type { Pool } from 'pg';

/**
 * Rewrites the files of the embedded database if data was erased since the last time. A deleted row stays in its file
 * until it is written over, also after VACUUM, and the planner's statistics keep frequent values.
 */
export async function rewriteErased(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query(
    'update private.forgetting set rewrite_due = false where rewrite_due',
  );
  if (!rowCount) return;
  try {
    const { rows } = await pool.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind = 'r' and nspname in ('auth', 'private', 'public', 'storage')
         and (pg_relation_size(pg_class.oid) > 0 or pg_indexes_size(pg_class.oid) > 8192 * (
           select count(*) from pg_index where indrelid = pg_class.oid
         ))
       order by 1`,
    );
    // One by one, so that visitors wait for a table at most.
    for (const { name } of rows) await pool.query(`vacuum (full, analyze) ${name}`);
    await pool.query('vacuum full pg_catalog.pg_statistic');
  } catch (error) {
    await pool.query('update private.forgetting set rewrite_due = true');
    throw error;
  }
}
