import { forAdministrators, forPeople, forServer, table } from '../cell-makers.ts';
import { cells } from '../permission-roles.ts';

const nobody = `'00000000-0000-4000-8000-000000000001'`;
const aYear = `'2019-01-01', '2019-12-31'`;

export const moneyFunctions = [
  forAdministrators(
    'money_report(date,date)',
    `jsonb_array_length(public.money_report(${aYear}) -> 'days')`,
    0,
  ),
  forAdministrators('visit_report(date,date)', `public.visit_report(${aYear}) ->> 'visits'`, '0'),
  forAdministrators(
    'export_payments(date,date,jsonb,integer)',
    `public.export_payments(${aYear}) ->> 'total'`,
    '0',
  ),
  forAdministrators(
    'export_bookings(date,date,jsonb,integer)',
    `public.export_bookings(${aYear}) ->> 'total'`,
    '0',
  ),
  forAdministrators(
    'booking_receipt(uuid)',
    `public.booking_receipt(${nobody})`,
    'booking_not_found',
  ),
];

/** The customer's way to pay the balance. */
export const balanceFunctions = [
  forPeople('open_balance(uuid,text)', `public.open_balance(${nobody}, 'nobody@example.com')`, {
    visitors: 'booking_not_found',
    customers: 'booking_not_found',
    administrators: 'booking_not_found',
  }),
  forServer('balance_of_link(text)', `public.balance_of_link('unknown')`, null),
  forServer(
    'begin_balance(uuid,text,integer,integer)',
    `public.begin_balance(${nobody}, 'pi_1', 100, 0)`,
    'booking_not_found',
  ),
];

const noFinding = 'finding_not_found';

export const findingFunctions = [
  forAdministrators('payment_disputes()', 'jsonb_array_length(public.payment_disputes())', 0),
  forServer(
    'apply_dispute(text,text,timestamp with time zone,text,jsonb)',
    `public.apply_dispute('evt_d', 'charge.dispute.created', now(), 'pi_unknown', '{}') ->> 'outcome'`,
    'ignored',
  ),
  forAdministrators(
    'payments_to_look_at(jsonb,integer)',
    `jsonb_array_length(public.payments_to_look_at() -> 'closed')`,
    0,
  ),
  forAdministrators(
    'reopen_outside_payment(uuid)',
    `public.reopen_outside_payment(${nobody})`,
    noFinding,
  ),
  forAdministrators(
    'bookings_to_attach(text)',
    `jsonb_array_length(public.bookings_to_attach('guest@example.com'))`,
    1,
  ),
  // The setup refunded this booking and kept it.
  forServer('scan_payments(integer)', 'public.scan_payments()', 1),
  forServer('take_payment_sweep(integer)', 'public.take_payment_sweep(300)', true),
  forServer(
    'unrecorded_intents(text[])',
    `cardinality(public.unrecorded_intents(array['pi_unknown']))`,
    1,
  ),
  forServer(
    'unrecorded_refunds(jsonb)',
    `cardinality(public.unrecorded_refunds('[{"id": "re_unknown", "status": "succeeded", "payment_intent_id": "pi_unknown"}]'))`,
    0,
  ),
  forServer(
    'note_unmatched_intent(text,uuid,text,jsonb)',
    `public.note_unmatched_intent('pi_unknown', null, 'unknown_intent', '{}')`,
    null,
  ),
  forServer('finding_to_mend(uuid)', `public.finding_to_mend(${nobody})`, null),
  forServer(
    'mend_finding(uuid,text,text,uuid,text)',
    `public.mend_finding(${nobody}, 'accepted', 'x', null)`,
    noFinding,
  ),
  forServer(
    'attach_payment(uuid,text,uuid,integer,uuid,boolean)',
    `public.attach_payment(${nobody}, 'pi_1', ${nobody}, 1, null)`,
    'booking_not_found',
  ),
  forServer(
    'refund_excess(uuid,uuid,boolean,boolean)',
    `public.refund_excess(${nobody}, null)`,
    noFinding,
  ),
  forServer(
    'retry_refund(uuid,uuid,boolean,boolean)',
    `public.retry_refund(${nobody}, null)`,
    noFinding,
  ),
];

const closedToAll = (select: ReturnType<typeof cells>) => ({
  select,
  insert: cells(),
  update: cells(),
  delete: cells(),
});

/** Read and written by functions only. */
export const findingTables = [
  table(
    'payment_findings',
    {
      insert: `insert into public.payment_findings (kind, subject, reason) values ('refund_stuck', 'x', 'failed')`,
      set: `reason = 'x'`,
    },
    closedToAll(cells({ service: 0 })),
  ),
  table(
    'disputes',
    {
      insert: `insert into public.disputes (stripe_dispute_id) values ('du_1')`,
      set: `reason = 'x'`,
    },
    closedToAll(cells({ service: 0 })),
  ),
  table(
    'payment_links',
    {
      insert: `insert into public.payment_links (booking_id, token_hash, is_mailed, expires_at) values (gen_random_uuid(), 'x', false, now())`,
      set: 'expires_at = now()',
    },
    closedToAll(cells()),
  ),
  table(
    'payment_scans',
    { insert: 'insert into public.payment_scans default values', set: 'swept_at = now()' },
    closedToAll(cells()),
  ),
];
