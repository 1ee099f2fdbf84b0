import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { book } from '../../supabase/tests/bookings.ts';
import { findStuck } from '../admin/find-stuck.ts';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import {
  heldNotices,
  holdOutbox,
  markFolder,
  markStatements,
  releaseOutbox,
  unstartedNotices,
} from './held-outbox.ts';

const backupOf = '2026-12-01T08:30:00.000Z';

describeEachDatabase(
  'what a restored backup still wanted to send',
  { both: 'lifetime' },
  (open) => {
    let database: Database;
    let dataDir: string;
    beforeEach(async () => {
      database = await open();
      dataDir = await mkdtemp(join(tmpdir(), 'held-'));
    });
    afterEach(async () => {
      await database.close();
      await rm(dataDir, { recursive: true });
    });

    const queue = (key: string) =>
      database.pool.query(
        `select public.enqueue_mail($1, 'template_test', 'ada@example.com', null,
         '{"template_type": "receipt", "subject": "Hello", "content": "<p>Hello</p>"}')`,
        [key],
      );
    const rowsOf = async (sql: string) => (await database.pool.query(sql)).rows as unknown[];
    const claimed = () => rowsOf('select key from public.claim_mail(100, 60) order by key');
    const statusOf = (key: string) =>
      rowsOf(`select status from public.mail_outbox where key = '${key}'`);

    /** With an email, a refund and a text in the queue. */
    async function restored() {
      const booking = await book(database.pool);
      await database.pool.query(`update public.mail_outbox set status = 'sent'`);
      await queue('before');
      await database.pool.query(
        `insert into public.refunds (payment_id, amount_cents, reason)
       select id, 500, 'requested_by_customer' from public.payments where booking_id = $1`,
        [booking],
      );
      for (const table of ['mail_outbox', 'refunds']) {
        await database.pool.query(
          `update public.${table} set created_at = now() - interval '1 minute'`,
        );
      }
      const mark = { restoredAt: new Date(Date.now() - 1000).toISOString(), backupOf };
      if (database.kind === 'postgres') await database.pool.query(markStatements(mark));
      else await markFolder(dataDir, mark);
      await holdOutbox(database, { dataDir, sends: true });
      await queue('after');
    }

    it('waits, and what is queued later is sent', async () => {
      await restored();
      expect(await heldNotices(database)).toEqual([
        expect.stringMatching(
          /^A backup of 2026-12-01T08:30:00.* was restored\. 1 email, 0 texts and 1 refund wait, /,
        ),
      ]);
      expect(await claimed()).toEqual([{ key: 'after' }]);
      expect(await rowsOf('select id from public.refunds_to_send(10, 60)')).toEqual([]);
      expect(await rowsOf('select public.queue_due_mails() as due')).toEqual([{ due: 0 }]);
      // The next start of a server changes nothing.
      await holdOutbox(database, { dataDir, sends: true });
      expect(await heldNotices(database)).toHaveLength(1);
    });

    it('is not held when nothing is queued and nothing is due', async () => {
      await database.pool.query(`update public.mail_outbox set status = 'sent'`);
      const moment = new Date(Date.now() - 1000).toISOString();
      if (database.kind === 'postgres')
        await database.pool.query(markStatements({ restoredAt: moment, backupOf }));
      else await markFolder(dataDir, { restoredAt: moment, backupOf });
      expect(await unstartedNotices(database, dataDir)).toEqual([
        'A backup of 2026-12-01 was restored and waits for the first start of a server, which counts what it would send',
      ]);
      await holdOutbox(database, { dataDir, sends: true });
      expect(await unstartedNotices(database, dataDir)).toEqual([]);
      expect(await heldNotices(database)).toEqual([]);
    });

    it('is sent once the operator says so', async () => {
      await restored();
      await releaseOutbox(database, { discards: false });
      expect(await heldNotices(database)).toEqual([]);
      expect(await claimed()).toEqual([{ key: 'after' }, { key: 'before' }]);
      expect(await rowsOf('select id from public.refunds_to_send(10, 60)')).toHaveLength(1);
      await holdOutbox(database, { dataDir, sends: true });
      expect(await heldNotices(database)).toEqual([]);
    });

    it('is discarded once the operator says so, and the owner finds the refund', async () => {
      await restored();
      await releaseOutbox(database, { discards: true });
      expect(await heldNotices(database)).toEqual([]);
      expect(await claimed()).toEqual([{ key: 'after' }]);
      expect(await statusOf('before')).toEqual([{ status: 'dropped' }]);
      const refunds = (await findStuck(database)).filter(({ kind }) => kind === 'refund');
      expect(refunds.map(({ status, reason }) => [status, reason])).toEqual([
        ['failed', 'Not sent: it may have been sent already.'],
      ]);
    });
  },
);
