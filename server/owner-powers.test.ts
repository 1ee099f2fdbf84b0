import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlFunctions } from '../supabase/tests/function-cells.ts';
import { book } from '../supabase/tests/bookings.ts';
import { tables } from '../supabase/tests/permission-cells.ts';
import { storage } from '../supabase/tests/storage-cells.ts';
import { callersOf } from './testing/callers.ts';
import { openCopy } from './testing/databases.ts';
import { functionRows } from './testing/function-access.ts';
import { startListeningHost } from './testing/listening-host.ts';

type Row = { call: string; proof: string; notice: string };

/** The rows of docs/owner-powers.md by the heading of their table. */
const listed: Readonly<Record<string, Row[]>> = Object.fromEntries(
  readFileSync(new URL('../docs/owner-powers.md', import.meta.url), 'utf8')
    .split('\n## ')
    .slice(1)
    .map((section) => [
      section.split('\n')[0] ?? '',
      [...section.matchAll(/^\| (`[^|]+?) +\| (\S[^|]*?) +\| (\S[^|]*?) +\|/gm)].map(
        ([, call = '', proof = '', notice = '']) => ({
          call: call.replaceAll('`', ''),
          proof,
          notice,
        }),
      ),
    ]),
);
const rowsOf = (heading: string) => listed[heading] ?? [];
const callsOf = (heading: string) => rowsOf(heading).map(({ call }) => call);

/** What a call needs that asks for a proof, by its row: over HTTP, as an administrator. */
const day = '2026-12-08';
const calls: Readonly<Record<string, [path: string, body: object, method?: string]>> = {
  add_crew_member: ['rest/v1/rpc/add_crew_member', { crew: 1, email: 'owner@example.com' }],
  invite_crew_member: ['rest/v1/rpc/invite_crew_member', { crew: 1, email: 'new@example.com' }],
  create_calendar_feed: ['rest/v1/rpc/create_calendar_feed', { label: 'Phone' }],
  customer_data: ['rest/v1/rpc/customer_data', { target_email: 'a@example.com' }],
  erase_customer: ['rest/v1/rpc/erase_customer', { target_email: 'a@example.com' }],
  export_bookings: ['rest/v1/rpc/export_bookings', { from_day: day, until_day: day }],
  export_payments: ['rest/v1/rpc/export_payments', { from_day: day, until_day: day, after: {} }],
  set_second_factor_required: ['rest/v1/rpc/set_second_factor_required', { required: true }],
  'email_templates: insert, update': [
    'rest/v1/email_templates?template_type=eq.password_recovery',
    { content: '<a href="http://foreign.example?x={{ confirmation_url }}">Go on</a>' },
    'PATCH',
  ],
};

/** Below, and server/publish-business.test.ts. */
const elsewhere = new Set([
  'publish-business',
  'refund-booking',
  'mend-payment',
  'cancel-booking-as-owner',
  'gallery_photos: insert, update, delete',
  'reviews: update, delete',
]);

describe("the owner's calls", () => {
  it('are all listed with their rule', () => {
    const isRefused = (answer: unknown) =>
      answer === 'administrators_only' || answer === 'administrator_needed';
    const ofOwner = sqlFunctions
      .filter(({ cells }) => isRefused(cells.owner) && !isRefused(cells.administrator))
      .map(({ signature }) => signature.replace(/\(.*/, ''));
    expect(callsOf('SQL functions')).toEqual(expect.arrayContaining(ofOwner));

    /** A refusal is a text. */
    const rows = (outcome: unknown) => (typeof outcome === 'number' ? outcome : 0);
    const writes = [...tables, ...storage].flatMap(({ name, cells }) => {
      const actions = (['insert', 'update', 'delete'] as const).filter(
        (action) => rows(cells[action].administrator) > rows(cells[action].owner),
      );
      return actions.length > 0 ? [`${name}: ${actions.join(', ')}`] : [];
    });
    expect(callsOf('Tables and files over REST').toSorted()).toEqual(writes.toSorted());

    const forOwners = functionRows
      .filter(({ except }) => except?.owner === '403 administrators_only')
      .map(({ name }) => name);
    expect(callsOf('Server functions').toSorted()).toEqual(forOwners.toSorted());
  });

  it('exist', () => {
    const known = sqlFunctions.map(({ signature }) => signature.replace(/\(.*/, ''));
    expect(known).toEqual(expect.arrayContaining(callsOf('SQL functions')));
  });

  describe('that need a proof', () => {
    let server: Awaited<ReturnType<typeof startListeningHost>>;
    let people: Awaited<ReturnType<typeof callersOf>>;
    beforeAll(async () => {
      server = await startListeningHost(await openCopy());
      people = await callersOf(server.host.database);
    });
    afterAll(() => server.stop());

    const call = (token: string | null, [path, body, method = 'POST']: [string, object, string?]) =>
      fetch(`${server.origin}/${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const notices = async () => {
      const { rows } = await server.host.database.pool.query<{ to_email: string; change: string }>(
        `delete from public.mail_outbox where template_type = 'security_notice'
         returning to_email, data ->> 'change' as change`,
      );
      return rows;
    };

    const needProof = Object.values(listed)
      .flat()
      // Those under a condition of their own have tests beside them.
      .filter(({ call: name, proof }) => proof !== 'no' && !elsewhere.has(name));

    it('refuse an old one: cancel-booking-as-owner, once the refunds of a day are large', async () => {
      const { pool } = server.host.database;
      const [before, next] = [await book(pool), await book(pool, { booking_time: '12:00' })];
      await pool.query(
        `insert into public.refunds (payment_id, amount_cents, reason, status)
         select id, 2000, 'chosen_by_owner', 'succeeded' from public.payments
         where booking_id = $1`,
        [before],
      );
      const cancel: [string, object] = [
        'functions/v1/cancel-booking-as-owner',
        { bookingId: next, refundCents: 2000 },
      ];
      await pool.query('update public.refunds set amount_cents = 48001');
      expect(await (await call(people.stale, cancel)).text()).toContain('reauthentication_needed');
      await pool.query('update public.refunds set amount_cents = 48000');
      expect((await call(people.stale, cancel)).status).toBe(200);
    });

    // A hundred and fifty-odd dollars each: three of them stay below the sum that needs a proof.
    it('refuse an old one: refund-booking, whose refunds run at the same moment', async () => {
      const { pool } = server.host.database;
      await pool.query('delete from public.refunds');
      const bookings = await Promise.all(Array.from({ length: 5 }, () => book(pool)));
      await pool.query(
        'update public.payments set amount_cents = 15749 where booking_id = any ($1)',
        [bookings],
      );
      const answers = await Promise.all(
        bookings.map((bookingId) =>
          call(people.stale, [
            'functions/v1/refund-booking',
            {
              bookingId,
              requestId: randomUUID(),
              refundCents: 15_749,
              expectedPaidCents: 15_749,
            },
          ]),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 403, 403]);
      const refunded = await pool.query('select sum(amount_cents)::int as cents from refunds');
      expect(refunded.rows).toEqual([{ cents: 3 * 15_749 }]);
    });

    it('refuse an old one: mend-payment, whose refunds count with the others', async () => {
      const { pool } = server.host.database;
      await pool.query('delete from public.refunds');
      const bookings = await Promise.all(Array.from({ length: 3 }, () => book(pool)));
      await pool.query(
        `update public.payments set amount_cents = 11999 + 24999 where booking_id = any ($1)`,
        [bookings],
      );
      const findings = await pool.query<{ id: string }>(
        `insert into public.payment_findings (kind, subject, reason, booking_id)
         select 'amount_unlike', 'booking:' || id, 'overpaid', id from unnest($1::uuid[]) as id
         on conflict do nothing returning id`,
        [bookings],
      );
      const unmatched = await pool.query<{ id: string }>(
        `insert into public.payment_findings (kind, subject, reason, stripe_payment_intent_id)
         values ('paid_without_booking', 'intent:pi_lost', 'unknown_intent', 'pi_lost') returning id`,
      );
      const mend = (findingId: string | undefined, token: string | null = people.stale) =>
        call(token, ['functions/v1/mend-payment', { findingId, action: 'refund' }]);
      const [one, two, three] = findings.rows;
      const answers = [await mend(one?.id), await mend(two?.id), await mend(three?.id)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
      expect(await answers[2]?.text()).toContain('reauthentication_needed');
      const refused = await call(people.stale, [
        'functions/v1/refund-booking',
        {
          bookingId: bookings[2],
          requestId: randomUUID(),
          refundCents: 100,
          expectedPaidCents: 36_998,
        },
      ]);
      expect(await refused.text()).toContain('reauthentication_needed');
      expect((await mend(three?.id, people.tokens.proven)).status).toBe(200);
      const [lost] = unmatched.rows;
      expect(await (await mend(lost?.id)).text()).toContain('reauthentication_needed');
    });

    it('refuse an old one: cancel-booking, for the booking of somebody else', async () => {
      const { pool } = server.host.database;
      const [of, own] = [await book(pool), await book(pool)];
      await pool.query('update public.bookings set user_id = $2 where id = $1', [
        own,
        people.ids.proven,
      ]);
      await pool.query('delete from public.refunds');
      await pool.query(
        `insert into public.refunds (payment_id, amount_cents, reason, status)
         select id, 50000, 'chosen_by_owner', 'succeeded' from public.payments
         where booking_id = $1`,
        [await book(pool)],
      );
      const cancel = (bookingId: string): [string, object] => [
        'functions/v1/cancel-booking',
        { bookingId },
      ];
      const refused = await call(people.stale, cancel(of));
      expect([refused.status, await refused.text()]).toEqual([
        403,
        expect.stringContaining('reauthentication_needed'),
      ]);
      expect((await call(people.stale, cancel(own))).status).toBe(200);
      expect((await call(people.tokens.proven, cancel(of))).status).toBe(200);
      const { rows } = await pool.query(
        `select reason from public.refunds join public.payments on payments.id = payment_id
         where booking_id = any ($1) order by reason`,
        [[of, own]],
      );
      expect(rows).toEqual([
        { reason: 'cancelled_by_business' },
        { reason: 'cancelled_by_customer' },
      ]);
    });

    it.each(['booking_confirmation', 'booking_reminder', 'receipt', 'password_recovery'])(
      'refuse an old one: the wording of %s',
      async (kind) => {
        const change: [string, object, string] = [
          `rest/v1/email_templates?template_type=eq.${kind}`,
          { subject: 'Hello' },
          'PATCH',
        ];
        await notices();
        const refused = await call(people.stale, change);
        expect([refused.status, await refused.text()]).toEqual([
          403,
          expect.stringContaining('reauthentication_needed'),
        ]);
        expect(await notices()).toEqual([]);
        expect((await call(people.tokens.proven, change)).status).toBe(204);
        expect(JSON.stringify(await notices())).toContain('The wording of the email');
      },
    );

    it.each(['reviews', 'gallery_photos'])(
      'refuse an old one: deleting more than one row of %s at once',
      async (table) => {
        const { pool } = server.host.database;
        await pool.query(`delete from public.${table}`);
        await pool.query(
          table === 'reviews'
            ? `insert into public.reviews (customer_name, rating)
               select 'Ada ' || n, 5 from generate_series(1, 5) as n`
            : `insert into public.gallery_photos (image_url)
               select '/car-' || n || '.jpg' from generate_series(1, 5) as n`,
        );
        const { rows } = await pool.query<{ id: string }>(`select id from public.${table}`);
        const remove = (token: string | null, filter: string) =>
          call(token, [`rest/v1/${table}?${filter}`, {}, 'DELETE']);
        const many = `id=in.(${rows.map(({ id }) => id).join()})`;
        const refused = await remove(people.stale, many);
        expect([refused.status, await refused.text()]).toEqual([
          403,
          expect.stringContaining('reauthentication_needed'),
        ]);
        expect((await remove(people.stale, `id=eq.${rows[0]?.id}`)).status).toBe(204);
        expect((await pool.query(`select from public.${table}`)).rowCount).toBe(4);
        expect((await remove(people.tokens.proven, many)).status).toBe(204);
        expect((await pool.query(`select from public.${table}`)).rowCount).toBe(0);
      },
    );

    it('notify of a page of the website that an old one changed', async () => {
      await notices();
      const change: [string, object, string] = [
        'rest/v1/website_texts?name=eq.privacy',
        { body: 'We sell everything.' },
        'PATCH',
      ];
      expect((await call(people.stale, change)).status).toBe(204);
      expect(await notices()).toContainEqual({
        to_email: 'boss@example.com',
        change: 'The website’s privacy page was changed.',
      });
    });

    it.each(needProof.map((row) => [row.call, row] as const))(
      'refuse an old one: %s',
      async (name, { notice }) => {
        const asked = calls[name];
        if (!asked) throw new Error(`${name} needs a call in this test`);
        await notices();
        const refused = await call(people.stale, asked);
        expect(refused.status).toBe(403);
        expect(JSON.stringify(await refused.json())).toContain('reauthentication_needed');
        expect(await notices()).toEqual([]);
        // Nobody else hears that a proof is needed.
        const customer = await call(people.tokens.owner, asked);
        expect(await customer.text()).not.toContain('reauthentication_needed');
        const accepted = await call(people.tokens.proven, asked);
        expect(await accepted.text()).not.toContain('reauthentication_needed');
        const sent = await notices();
        if (notice === 'no' || !accepted.ok) expect(sent).toEqual([]);
        else expect(sent.map(({ to_email }) => to_email)).toContain('boss@example.com');
      },
    );
  });
});
