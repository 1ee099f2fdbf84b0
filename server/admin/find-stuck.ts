import type { Database } from '../backend/database/database.ts';
import statement from '../waiting-too-long.sql?raw';

export type StuckRow = {
  kind: StuckKind;
  id: string;
  /** The template of an email, the kind of a text, the amount of a refund, the name of a server. */
  what: string;
  status: string;
  attempts: number;
  /** UTC. */
  since: string;
  /** Names no reader, except in the words of a mail server. */
  reason: string;
};

/** The kinds of what can wait too long or fail, in the order of the list, with their words for one and for more. */
export const stuckKinds = {
  mail: ['email is delayed', 'emails are delayed'],
  mail_failed: ['email failed in the last 14 days', 'emails failed in the last 14 days'],
  text: ['text message is delayed', 'text messages are delayed'],
  text_failed: [
    'text message failed in the last 14 days',
    'text messages failed in the last 14 days',
  ],
  text_keys: ['text message service refuses the keys', 'text message services refuse the keys'],
  code: [
    'sign-in code is delayed or failed in the last hour',
    'sign-in codes are delayed or failed in the last hour',
  ],
  refund: ['refund could not be sent', 'refunds could not be sent'],
  finding: ['payment needs attention', 'payments need attention'],
  webhook: ['payment provider sends no events', 'payment providers send no events'],
  payments: ['payment provider does not answer', 'payment providers do not answer'],
  payment_keys: ['payment provider refuses the keys', 'payment providers refuse the keys'],
  backup: ['scheduled backup is missing', 'scheduled backups are missing'],
  disk: ['disk is nearly full', 'disks are nearly full'],
} as const;

type StuckKind = keyof typeof stuckKinds;

const most = 100;

/** What waits too long or failed, of each kind the oldest first, at most 100. */
export async function findStuck({ pool }: Pick<Database, 'pool'>) {
  const { rows } = await pool.query<StuckRow>(
    `select kind, id, what, status, attempts, reason,
       to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as since
     from (
       select *, row_number() over (partition by kind order by since) as place from (${statement}) as late
     ) as late
     where place <= ${most}
     order by late.since`,
  );
  return rows;
}
