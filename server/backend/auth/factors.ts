import type { Context } from 'hono';
import type { Pool, PoolClient } from 'pg';
import { AuthFailure } from './errors.ts';
import { isUuid } from './request-fields.ts';

/** A row of auth.mfa_factors. */
export type Factor = {
  id: string;
  user_id: string;
  friendly_name: string | null;
  status: 'unverified' | 'verified';
  secret: string;
  last_used_step: string | null;
};

const columns = 'id, user_id, friendly_name, status, secret, last_used_step';

const notFound = () => new AuthFailure(404, 'mfa_factor_not_found', 'Factor not found');

/** The factor in the address, if it is this person's. Throws mfa_factor_not_found 404. */
export async function requireFactor(
  on: Pool | PoolClient,
  c: Context,
  userId: string,
  lock: '' | 'for update' = '',
): Promise<Factor> {
  const id = c.req.param('factorId') ?? '';
  if (!isUuid(id)) throw new AuthFailure(404, 'validation_failed', 'factor_id must be an UUID');
  const { rows } = await on.query<Factor>(
    `select ${columns} from auth.mfa_factors where id = $1 and user_id = $2 ${lock}`,
    [id, userId],
  );
  const [factor] = rows;
  if (!factor) throw notFound();
  return factor;
}
