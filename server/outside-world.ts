import { createHash } from 'node:crypto';
import { advisoryLocks } from './backend/database/advisory-locks.ts';
import type { Database } from './backend/database/database.ts';
import type { S3Settings } from './backend/storage/s3-store.ts';
import type { BackupPlace } from './backup/backup-store.ts';
import { ConfigurationError, paymentSettings, type Config } from './config.ts';

// The table is in supabase/schemas/420_outside_world.sql.

type Queryable = Pick<Database, 'pool'>;

/** A part of the outside world and the setting that connects it. */
export const settingOf = {
  mail: 'SMTP_URL',
  payments: paymentSettings[0],
  texts: 'TWILIO_ACCOUNT_SID',
  address: 'PUBLIC_URL',
  files: 'S3_BUCKET',
  backups: 'BACKUP_TO',
} as const;

export type Part = keyof typeof settingOf;

const parts = Object.keys(settingOf) as Part[];

const inWords: Record<Part, string> = {
  mail: 'sends its emails through',
  payments: 'takes its payments with',
  texts: 'sends its text messages with',
  address: 'serves visitors at',
  files: 'keeps its photos in',
  backups: 'makes its backups in',
};

export const isPart = (name: string): name is Part => Object.hasOwn(settingOf, name);

/** That the table holds. */
const longestName = 300;

const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/;

/** The names of what this configuration connects, without secrets; null for a part that stays on this machine. */
export function worldOf({
  smtpUrl,
  payments,
  sms,
  publicUrl,
  s3,
  backups,
}: Config): Record<Part, string | null> {
  return {
    mail: smtpUrl && new URL(smtpUrl).host,
    payments: payments && `${payments.name} account ${fingerprintOf(payments.publishableKey)}`,
    texts: sms && `Twilio account ${fingerprintOf(sms.accountSid)}`,
    address: loopback.test(publicUrl) ? null : publicUrl,
    files: s3 && bucketName(s3),
    backups: backups && backupName(backups.to),
  };
}

const bucketName = ({ bucket, endpoint, region }: S3Settings) =>
  `the bucket ${bucket} at ${endpoint ? new URL(endpoint).host : region}`;

const backupName = (to: BackupPlace) =>
  'folder' in to ? to.folder : `${bucketName(to.settings)}/${to.prefix}`;

export const fingerprintOf = (id: string) =>
  createHash('sha256').update(id).digest('hex').slice(0, 8);

/** The parts that the database was connected to. */
export async function connectedParts({ pool }: Queryable): Promise<Partial<Record<Part, string>>> {
  const { rows } = await pool.query<{ part: Part; name: string }>(
    'select part, name from private.outside_world',
  );
  return Object.fromEntries(rows.map(({ part, name }) => [part, name]));
}

/**
 * Throws ConfigurationError when this process lacks a connection that the database was given: it would play sandbox
 * with real customers.
 */
export async function needSameWorld(database: Queryable, config: Config) {
  const connected = await connectedParts(database);
  const here = worldOf(config);
  const missing = parts.find((part) => connected[part] && !here[part]);
  if (!missing) return;
  throw new ConfigurationError(
    `${settingOf[missing]} is missing: this database ${inWords[missing]} ${connected[missing]}. ` +
      `Set it, or go on without it with: npm run admin -- disconnect ${missing}`,
  );
}

/** A line for each connection that is another one than at the last start. */
export async function worldNotices(database: Queryable, config: Config): Promise<string[]> {
  const connected = await connectedParts(database);
  const here = worldOf(config);
  return parts.flatMap((part) => {
    const [former, now] = [connected[part], here[part]?.slice(0, longestName)];
    return former && now && former !== now
      ? [`${settingOf[part]} is another (${now}) than at the last start (${former})`]
      : [];
  });
}

/** Whether the database was connected to anything outside, or is by this server. */
export async function hasWorld(database: Queryable, config: Config): Promise<boolean> {
  const here = worldOf(config);
  const isHere = parts.some((part) => here[part] !== null);
  return isHere || Object.keys(await connectedParts(database)).length > 0;
}

/** Whether this process sends anything to customers, or moves their money. */
export const canSend = ({ smtpUrl, payments, sms }: Config) => Boolean(smtpUrl ?? payments ?? sms);

/** Remembers what this server connects. */
export async function noteWorld({ pool }: Queryable, config: Config) {
  const here = worldOf(config);
  const connected = parts.filter((part) => here[part] !== null);
  await pool.query(
    `insert into private.outside_world as world (part, name)
     select part, name from unnest($1::text[], $2::text[]) as here (part, name)
     on conflict (part) do update set name = excluded.name, connected_at = now()
     where world.name <> excluded.name`,
    [connected, connected.map((part) => here[part]?.slice(0, longestName))],
  );
}

/** Whether a server of a PostgreSQL serves now. Such a server has each connection of its database. */
export async function isServed({ pool }: Queryable): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(
    `select exists (
       select from pg_locks
       where locktype = 'advisory' and classid = 0 and objid = ${advisoryLocks.serving}
         and database = (select oid from pg_database where datname = current_database())
     ) as is`,
  );
  return rows[0]?.is === true;
}

/** What would go nowhere without the part, and how it ends when it is discarded. */
export const losses = {
  mail: {
    words: ['email', 'would only be written to a folder'],
    count: `select count(*)::integer as rows from public.mail_outbox where status = 'queued'`,
    discard: `update public.mail_outbox
      set status = 'dropped', locked_until = null, data = case when booking_id is null then '{}' else data end
      where status = 'queued'`,
  },
  payments: {
    words: ['refund', 'would go to the sandbox'],
    count: `select count(*)::integer as rows from public.refunds where status = 'pending'`,
    discard: `update public.refunds
      set status = 'failed', last_error = 'Not sent: the payment service was disconnected.'
      where status = 'pending'`,
  },
} as const;

/** Returns whether the part was connected. */
export async function disconnect({ pool }: Queryable, part: Part): Promise<boolean> {
  const { rowCount } = await pool.query('delete from private.outside_world where part = $1', [
    part,
  ]);
  return rowCount !== 0;
}
