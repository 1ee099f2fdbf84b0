import type { Pool } from 'pg';

/** The published name of the business. */
export async function readBusinessName(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select public.current_business() #>> '{business,facts,name}' as name`,
  );
  return rows[0]?.name ?? '';
}
