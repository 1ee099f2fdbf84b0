import { checkInvariants, checkMails, checkMoney } from '../fixtures/invariants.ts';
import type { Query } from '../../fixtures/places.ts';
import type { System } from '../fixtures/system.ts';
import type { Acknowledged } from './traffic.ts';

const patienceMs = 240_000;

/** Compares everything acknowledged with the final state. */
export async function compareWithAcknowledged(system: System, seen: readonly Acknowledged[]) {
  const { aims, mails, provider } = system;
  await waitForTheOutbox(system);
  return system.whileDown(async (query) => {
    await checkInvariants(query, aims);
    const money = await checkMoney(query, provider, aims);
    await checkAcknowledged(query, system, seen);
    const left = await query(
      `select key from public.mail_outbox where status = 'queued'
       union all select id::text from public.refunds where status = 'pending'`,
    );
    aims.expect(left.length === 0, 'Everything that was queued is sent', left.slice(0, 3));
    return { money, ...checkMails(mails.accepted(), aims) };
  });
}

// A killed server holds leases on emails for five minutes and on refunds for two. Other servers rightly wait for
// their end; here the leases are ended instead.
async function waitForTheOutbox(system: System) {
  const until = Date.now() + patienceMs;
  for (let left = 1; left > 0 && Date.now() < until;) {
    await system.mails.quietFor(5_000);
    left = await system.whileDown(async (query) => {
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

async function checkAcknowledged(query: Query, system: System, seen: readonly Acknowledged[]) {
  const { aims, mails } = system;
  const rows = await query('select id, status from public.bookings');
  const statusOf = new Map(rows.map(({ id, status }) => [id, String(status)]));
  const confirmations = mails.accepted().filter(({ subject }) => /booked/i.test(subject));
  for (const told of seen) {
    const status = statusOf.get(told.bookingId);
    aims.expect(status !== undefined, 'An acknowledged booking exists', told);
    if (told.isCancelled) {
      aims.expect(status === 'cancelled', 'A cancelled booking stays cancelled', { told, status });
    } else if (told.isPaid) {
      const isAsTold = status === 'deposit_paid' || (told.mayBeCancelled && status === 'cancelled');
      aims.expect(isAsTold, 'A paid booking is confirmed', { told, status });
    }
    if (status !== 'deposit_paid') continue;
    const isMailed = confirmations.some(({ html }) => html.includes(told.bookingId));
    aims.expect(isMailed, 'A confirmed booking has its confirmation email', told);
  }
}
