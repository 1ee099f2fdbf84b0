import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { openCopy } from '../../server/testing/databases.ts';

let database: Database;
beforeAll(async () => {
  database = await openCopy();
  await database.pool.query(`select public.set_info_email('info@example.com')`);
});
beforeEach(async () => {
  await database.pool.query('truncate private.backup_state, public.mail_outbox');
});
afterAll(() => database.close());

/** At noon in Caledon on January 12, in UTC. */
const noon = '2027-01-12T17:00:00Z';

const keep = (succeededAt: string | null, failure: string | null = null) =>
  database.pool.query(
    `insert into private.backup_state (scheduled_since, next_attempt_at, succeeded_at, failure)
     values ('2027-01-01T00:00:00Z', now(), $1, $2)`,
    [succeededAt, failure],
  );

async function troubleAt(moment: string) {
  const { rows } = await database.pool.query<{ it: object | null }>(
    'select private.backup_trouble($1) as it',
    [moment],
  );
  return rows[0]?.it;
}

async function tell(moment: string) {
  await database.pool.query('select private.queue_backup_notice($1)', [moment]);
  const { rows } = await database.pool.query<{ key: string; to_email: string; data: object }>(
    'select key, to_email, data from public.mail_outbox order by created_at, key',
  );
  return rows;
}

test('without a schedule nothing is missing', async () => {
  expect(await troubleAt(noon)).toBeNull();
  expect(await tell(noon)).toEqual([]);
});

test('a backup is missing once the newest is older than a day and a half', async () => {
  await keep('2027-01-11T05:00:00Z');
  expect(await troubleAt('2027-01-12T17:00:00Z')).toBeNull();
  expect(await troubleAt('2027-01-12T17:00:01Z')).toMatchObject({ reason: '' });
});

test('a first backup is missing a day and a half after the schedule was set', async () => {
  await keep(null);
  expect(await troubleAt('2027-01-02T12:00:00Z')).toBeNull();
  expect(await troubleAt('2027-01-02T12:00:01Z')).toEqual({ last: null, reason: '' });
});

test('the owner is emailed once a day until a backup succeeds', async () => {
  await keep('2027-01-12T08:30:00Z', 'no room');
  await tell(noon);
  await tell('2027-01-13T04:59:00Z');
  const mails = await tell('2027-01-13T05:00:00Z');
  const data = { reason: 'no room', last_backup: 'January 12, 2027 at 3:30 AM' };
  expect(mails).toEqual(
    ['12', '13'].map((day) => ({
      key: `backup_missing:2027-01-${day}`,
      to_email: 'info@example.com',
      data,
    })),
  );
  await database.pool.query('update private.backup_state set failure = null');
  expect(await tell('2027-01-13T20:00:00Z')).toHaveLength(2);
  expect(await tell('2027-01-15T20:00:00Z')).toHaveLength(3);
});
