import type { Query } from '../../fixtures/places.ts';
import type { Aims } from '../fixtures/aims.ts';
import { ownWords } from './before-upgrade.ts';

type Row = Record<string, unknown>;
type Table = Map<string, Row>;
/** Every row of every table, by table and primary key. */
export type EveryRow = Map<string, Table>;

const tables = `
  select format('%I.%I', schema.nspname, it.relname) as name,
    coalesce(array(
      select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indrelid = it.oid and indisprimary order by attname
    ), '{}') as key
  from pg_class it join pg_namespace schema on schema.oid = it.relnamespace
  where it.relkind = 'r' and schema.nspname !~ '^pg_' and schema.nspname <> 'information_schema'`;

export async function everyRow(query: Query): Promise<EveryRow> {
  const all: EveryRow = new Map();
  for (const { name, key } of await query(tables)) {
    const columns = key as string[];
    const rows = await query(`select to_jsonb(it) as row from ${String(name)} as it`);
    const keyed = rows.map(({ row }) => {
      const it = row as Row;
      const of = columns.length > 0 ? columns.map((column) => it[column]) : it;
      return [JSON.stringify(of), it] as const;
    });
    all.set(String(name), new Map(keyed));
  }
  return all;
}

export const countOf = (all: EveryRow) =>
  [...all.values()].reduce((sum, { size }) => sum + size, 0);

// What a server changes around a restart, such as sending queued emails.
const moves: Record<string, readonly string[]> = {
  'public.mail_outbox': [
    'status',
    'attempts',
    'locked_until',
    'next_attempt_at',
    'sent_at',
    'data',
    'last_error',
  ],
  'public.refunds': ['status', 'attempts', 'next_attempt_at', 'sending_until', 'stripe_refund_id'],
  'public.payment_scans': [
    ...['bookings_until', 'last_booking_id', 'payments_until', 'last_payment_id', 'swept_at'],
    ...['scanned_until', 'last_id'],
  ],
  // Their secrets are hashes in tables of their own: server/backend/database/adoption.
  'public.mail_choices': ['token'],
  'public.photo_consents': ['token'],
};

// A migration may improve our own wording, never the owner's.
const ourWording = ['name', 'subject', 'content', 'updated_at'];

const mayChange = (table: string, row: Row): readonly string[] =>
  table === 'public.default_mails' ||
  (table === 'public.email_templates' && row['subject'] !== ownWords)
    ? ourWording
    : (moves[table] ?? []);

export const migrationHistory = 'supabase_migrations.schema_migrations';

// The baseline replaces the migrations before it.
const replaced = [migrationHistory];

/** A row keeps its values, whatever columns were added. */
export function checkKept(before: EveryRow, after: EveryRow, aims: Aims): void {
  for (const [table, rows] of before) {
    if (replaced.includes(table)) continue;
    const now = after.get(table);
    aims.expect(now !== undefined, `The table ${table} is still there`);
    for (const [key, row] of rows) {
      const found = now?.get(key);
      aims.expect(found !== undefined, `A row of ${table} is still there`, row);
      const changed = Object.keys(row).filter(
        (column) =>
          found && !mayChange(table, row).includes(column) && !isSame(row[column], found[column]),
      );
      aims.expect(changed.length === 0, `A row of ${table} is as it was`, {
        key,
        was: changed.map((column) => [column, row[column]]),
        is: changed.map((column) => [column, found?.[column]]),
      });
    }
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
