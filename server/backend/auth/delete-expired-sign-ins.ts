import type { Storage } from '../storage/storage-context.ts';

const batch = 500;
const mostSteps = 20;

/** What is deleted, and by which kind of `public.retention`. Rows of a deleted session go with it. */
const kinds = [
  ['sessions', 'auth.sessions', 'id', 'coalesce(refreshed_at, created_at)'],
  ['used_tokens', 'auth.refresh_tokens', 'token_hash', 'used_at'],
  ['codes', 'auth.one_time_tokens', 'token_hash', 'expires_at'],
  ['codes', 'auth.flow_state', 'auth_code_hash', 'expires_at'],
] as const;

/**
 * Deletes sessions that were not used for long, used refresh tokens, and expired codes, in small steps. Returns how
 * many rows. A used token is kept as long as a session may rest, because its late return ends a stolen session.
 */
export async function deleteExpiredSignIns({
  database,
  now,
}: Pick<Storage, 'database' | 'now'>): Promise<number> {
  let total = 0;
  for (const [kind, table, key, moment] of kinds) {
    const sql = `
      delete from ${table} where ${key} = any (array(
        select ${key} from ${table}
        where ${moment} < $1::timestamptz - (
          select keep_days * interval '1 day' from public.retention where kind = '${kind}'
        )
        order by ${moment}
        limit ${batch}
        for update skip locked
      ))`;
    for (let step = 0; step < mostSteps; step += 1) {
      const { rowCount } = await database.pool.query(sql, [now()]);
      total += rowCount ?? 0;
      if ((rowCount ?? 0) < batch) break;
    }
  }
  return total;
}
