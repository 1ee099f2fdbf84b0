import type { Database } from '../backend/database/database.ts';

export type StuckRow = {
  id: string;
  /** The template of an email, the cents of a refund. */
  what: string;
  status: string;
  attempts: number;
  /** UTC. */
  since: string;
  error: string;
};

/**
 * Emails and refunds that were tried without success or given up, oldest first, at most 100 of each. No reader is
 * named, except by the words of a mail server.
 */
export async function findStuck({ pool }: Pick<Database, 'pool'>) {
  const columns = `status, attempts, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as since,
    coalesce(last_error, '') as error`;
  const mails = await pool.query<StuckRow>(
    `select id, template_type as what, ${columns} from public.mail_outbox
     where status = 'failed' or (status = 'queued' and attempts > 0) order by created_at limit 100`,
  );
  const refunds = await pool.query<StuckRow>(
    `select id, amount_cents || ' cents' as what, ${columns} from public.refunds
     where replaced_by is null and (status = 'failed' or (status = 'pending' and attempts > 0))
     order by created_at limit 100`,
  );
  return { mails: mails.rows, refunds: refunds.rows };
}
