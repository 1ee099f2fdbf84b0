import { checkInvariants, checkMails, checkMoney } from '../fixtures/invariants.ts';
import type { Query } from '../fixtures/places.ts';
import type { Storm } from '../fixtures/storm.ts';
import type { Acknowledged } from './traffic.ts';

const patienceMs = 240_000;

/** Everything that was ever acknowledged against what is there now. */
export async function holdAgainst(storm: Storm, seen: readonly Acknowledged[]) {
  const { promises, mails, provider } = storm;
  await waitForTheOutbox(storm);
  return storm.whileDown(async (query) => {
    await checkInvariants(query, promises);
    const money = await checkMoney(query, provider, promises);
    await checkAcknowledged(query, storm, seen);
    const left = await query(
      `select key from public.mail_outbox where status = 'queued'
       union all select id::text from public.refunds where status = 'pending'`,
    );
    promises.expect(left.length === 0, 'Everything that was queued is sent', left.slice(0, 3));
    return { money, ...checkMails(mails.accepted, promises) };
  });
}

// A killed server has mails in hand for up to five minutes, and refunds for two. That nobody else takes them
// before is as it should be; here their time is ended instead of waited for.
async function waitForTheOutbox(storm: Storm) {
  const until = Date.now() + patienceMs;
  for (let left = 1; left > 0 && Date.now() < until;) {
    await storm.mails.quietFor(5_000);
    left = await storm.whileDown(async (query) => {
      const mails = await query(
        `update public.mail_outbox set locked_until = null where status = 'queued' returning id`,
      );
      const refunds = await query(
        `update public.refunds set next_attempt_at = now(), sending_until = null
         where status = 'pending' returning id`,
      );
      return mails.length + refunds.length;
    });
  }
}

async function checkAcknowledged(query: Query, storm: Storm, seen: readonly Acknowledged[]) {
  const { promises, mails } = storm;
  const rows = await query('select id, status from public.bookings');
  const statusOf = new Map(rows.map(({ id, status }) => [id, String(status)]));
  const sent = new Set(mails.accepted.map(({ messageId }) => messageId.split('@')[0]));
  for (const told of seen) {
    const status = statusOf.get(told.bookingId);
    promises.expect(status !== undefined, 'An acknowledged booking is there', told);
    if (told.isCancelled) {
      promises.expect(status === 'cancelled', 'What was cancelled stays so', { told, status });
    } else if (told.isPaid) {
      const isAsTold = status === 'deposit_paid' || (told.mayBeCancelled && status === 'cancelled');
      promises.expect(isAsTold, 'What was paid stands', { told, status });
    }
    if (status !== 'deposit_paid') continue;
    const isMailed = sent.has(`<booking_confirmation.${told.bookingId}`);
    promises.expect(isMailed, 'What stands was confirmed by mail', told);
  }
}
