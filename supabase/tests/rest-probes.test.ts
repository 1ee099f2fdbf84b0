import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { chosenOf, describeEachDatabase } from '../../server/testing/databases.ts';
import { startRestHost, userToken, type RestHost } from '../../server/testing/rest-host.ts';
import { gatherCast } from './permission-cast.ts';
import { tables } from './permission-cells.ts';
import {
  changingProbes,
  embeddingProbes,
  insertingProbes,
  readingProbes,
  unsupportedProbes,
  updatingProbes,
  type Probe,
} from './rest-probes.ts';

const askers = ['guest', 'holder', 'owner', 'administrator'] as const;
type Asker = (typeof askers)[number];
const signedOut: readonly Asker[] = ['guest', 'holder'];
const unknown = '00000000-0000-4000-8000-000000000001';

// A harmless change for roles with a right to change anything.
const changes: Record<string, object> = {
  bookings: { deposit_paid: true },
  reviews: { is_approved: true },
};

describeEachDatabase('The data interface', (open) => {
  let database: Database;
  let host: RestHost;
  let headersOf: Record<Asker, Record<string, string>>;
  let ids: { guestBooking: string; ownBooking: string };

  beforeAll(async () => {
    database = await open();
    host = await startRestHost(database);
    const { people, ...bookings } = await gatherCast(database);
    ids = bookings;
    const signedIn = async (role: 'owner' | 'administrator') => ({
      authorization: `Bearer ${await userToken(host.keys.secret, { sub: people[role].identity.claims.sub ?? '' })}`,
    });
    const guest = { authorization: `Bearer ${host.keys.anonKey}` };
    headersOf = {
      guest,
      holder: { ...guest, 'x-booking-id': bookings.guestBooking },
      owner: await signedIn('owner'),
      administrator: await signedIn('administrator'),
    };
  });
  afterAll(() => host.close());

  const send = (who: Asker, { method, path, body, prefer }: Probe, more = {}) =>
    host.raw(path, {
      method,
      headers: {
        ...headersOf[who],
        'content-type': 'application/json',
        ...(prefer && { prefer }),
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  const inWords = ({ method, path, prefer = '' }: Probe) => `${method} ${path} ${prefer}`;

  /** The probes that were not refused for a missing privilege. */
  const passing = async (who: Asker, probes: readonly Probe[]) => {
    const status = signedOut.includes(who) ? 401 : 403;
    const found = [];
    for (const probe of probes) {
      const answer = await send(who, probe);
      const text = await answer.text();
      const isRefused =
        answer.status === status && (text === '' || text.includes('"code":"42501"'));
      if (!isRefused) found.push(`${inWords(probe)}: ${answer.status} ${text}`);
    }
    return found;
  };

  /** The probes that were not refused as unsupported. */
  const supported = async (who: Asker, probes: readonly Probe[]) => {
    const found = [];
    for (const probe of probes) {
      const answer = await send(who, probe);
      const text = await answer.text();
      const isRefused = answer.status === 400 && text.includes('"code":"PGRST127"');
      if (!isRefused) found.push(`${inWords(probe)}: ${answer.status} ${text}`);
    }
    return found;
  };

  type Column = { table: string; column: string };
  /** The columns on which a person lacks a privilege; one of each table without any. */
  const without = async (who: Asker, privilege: string) => {
    const { rows } = await database.pool.query<Column>(
      `select relname as table, attname as column
       from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
         and (relkind = 'r' and ($2 = 'select' or attgenerated = '') or relkind = 'v' and $2 = 'select')
         and not has_column_privilege($1, pg_class.oid, attnum, $2)
         and (attnum = 1 or has_any_column_privilege($1, pg_class.oid, $2))`,
      [signedOut.includes(who) ? 'anon' : 'authenticated', privilege],
    );
    return rows;
  };
  const shownOf = (table: string) => tables.find(({ name }) => name === table)?.column ?? 'id';

  // A guest has the same rights as a holder, and sees less.
  describe.each(askers.slice(1))('for the %s', (who) => {
    test('reveals nothing of a forbidden column in any way of asking', async () => {
      const hidden = await without(who, 'select');
      expect(hidden.length).toBeGreaterThan(10);
      // Of each column a part of the ways, and each way at a part of the columns.
      const probes = hidden.flatMap(({ table, column }) => [
        ...readingProbes(table, column, shownOf(table)),
        ...changingProbes(table, column, {
          shown: shownOf(table),
          change: changes[table] ?? { [column]: null },
        }),
      ]);
      expect(await passing(who, chosenOf(probes))).toEqual([]);
      const others = hidden.flatMap(({ table, column }) => unsupportedProbes(table, column));
      expect(await supported(who, chosenOf(others))).toEqual([]);
    });

    test('writes no forbidden column', async () => {
      const probes = [
        ...(await without(who, 'update')).flatMap(({ table, column }) =>
          updatingProbes(table, column, shownOf(table)),
        ),
        ...(await without(who, 'insert')).flatMap(({ table, column }) =>
          insertingProbes(table, column),
        ),
      ];
      expect(probes.length).toBeGreaterThan(30);
      expect(await passing(who, chosenOf(probes))).toEqual([]);
    });

    test('embeds no other table', async () => {
      expect(await supported(who, embeddingProbes)).toEqual([]);
    });

    test('merges into no existing row', async () => {
      const { rows } = await database.pool.query<{ id: string }>(
        'select id from public.reviews where is_approved',
      );
      const review = { customer_name: 'Me', rating: 1 };
      const merge = 'resolution=merge-duplicates';
      const probes: Probe[] = [
        { method: 'POST', path: '/reviews', body: { id: rows[0]?.id, ...review }, prefer: merge },
        { method: 'POST', path: '/reviews?on_conflict=photo_name', body: review, prefer: merge },
        {
          method: 'POST',
          path: '/reviews?on_conflict=photo_name',
          body: review,
          prefer: 'resolution=ignore-duplicates',
        },
        {
          method: 'POST',
          path: '/bookings',
          body: { id: ids.ownBooking, status: 'paid' },
          prefer: merge,
        },
        {
          method: 'POST',
          path: '/gallery_photos',
          body: { id: unknown, image_url: '/x.webp' },
          prefer: merge,
        },
        {
          method: 'POST',
          path: '/email_templates',
          body: { id: unknown, name: 'x' },
          prefer: merge,
        },
      ];
      expect(await supported(who, probes)).toEqual([]);
    });
  });

  test('returns nothing that the sender wrote and may not read, and writes nothing', async () => {
    const count = async () =>
      (
        await database.pool.query<Record<string, unknown>>(
          'select (select count(*) from public.reviews) as reviews, (select count(*) from public.inquiries) as inquiries',
        )
      ).rows;
    const before = await count();
    const prefer = 'return=representation';
    const review = { customer_name: 'Me', rating: 1 };
    const inquiry = { name: 'Me', email: 'me@example.com', subject: 'x', message: 'x' };
    for (const who of signedOut) {
      const probes = [
        { method: 'POST', path: '/reviews?select=id', body: review, prefer },
        { method: 'POST', path: '/inquiries', body: inquiry, prefer },
        { method: 'POST', path: '/inquiries?select=id', body: inquiry, prefer },
      ];
      expect(await passing(who, probes)).toEqual([]);
    }
    expect(await count()).toEqual(before);
  });

  test("answers for another person's booking as for an unknown one", async () => {
    const about = (id: string): Probe[] => [
      { method: 'GET', path: `/bookings?select=id&id=eq.${id}`, prefer: 'count=exact' },
      { method: 'HEAD', path: `/bookings?select=id&id=eq.${id}`, prefer: 'count=exact' },
      {
        method: 'PATCH',
        path: `/bookings?select=id&id=eq.${id}`,
        body: { status: 'cancelled' },
        prefer: 'return=representation,count=exact',
      },
      { method: 'PATCH', path: `/bookings?id=eq.${id}`, body: { deposit_paid: true } },
    ];
    const answers = async (who: Asker, id: string) => {
      const seen = [];
      for (const probe of about(id)) {
        const answer = await send(who, probe);
        seen.push([answer.status, answer.headers.get('content-range'), await answer.text()]);
      }
      return seen;
    };
    const theirs = { guest: ids.ownBooking, holder: ids.ownBooking, owner: ids.guestBooking };
    for (const [who, id] of Object.entries(theirs)) {
      const seen = await answers(who as Asker, id);
      expect(seen).toEqual(await answers(who as Asker, unknown));
      expect(seen[0]).toEqual([200, '*/0', '[]']);
    }
  });

  test('counts only visible rows, with any kind of count', async () => {
    await database.pool.query('analyze public.bookings, public.inquiries, public.reviews');
    const paths = [
      '/bookings?select=id&customer_email=gte.a&customer_email=lt.z',
      '/bookings?select=id&status=gte.a',
      '/bookings?select=id&total_cents=gte.0',
      '/inquiries?select=id&email=gte.a&email=lt.z',
      '/reviews?select=id&is_approved=eq.false',
    ];
    const counts = ['exact', 'planned', 'estimated'];
    for (const who of ['guest', 'holder', 'owner'] as const) {
      for (const path of paths) {
        const found = [];
        for (const count of counts) {
          const answer = await send(who, { method: 'HEAD', path, prefer: `count=${count}` });
          found.push([answer.status, answer.headers.get('content-range')]);
        }
        expect([who, path, ...found]).toEqual([who, path, found[0], found[0], found[0]]);
      }
    }
  });

  test('shows one schema to everyone', async () => {
    const schemas = ['private', 'auth', 'storage', 'host', 'extensions', 'pg_catalog'];
    const elsewhere = [
      'users',
      'sessions',
      'mfa_factors',
      'objects',
      'buckets',
      'secrets',
      'business',
    ];
    const functions = [
      'manages_reviews',
      'confirmed_email',
      'uid',
      'photo_at',
      'set_config',
      'pg_sleep',
    ];
    for (const authorization of [
      headersOf.guest['authorization'],
      `Bearer ${host.keys.serviceKey}`,
    ]) {
      const headers = { authorization: authorization ?? '', 'content-type': 'application/json' };
      for (const schema of schemas) {
        const read = await host.raw('/users', {
          headers: { ...headers, 'accept-profile': schema },
        });
        const call = await host.raw('/rpc/uid', {
          method: 'POST',
          body: '{}',
          headers: { ...headers, 'content-profile': schema },
        });
        expect([schema, read.status, call.status]).toEqual([schema, 406, 406]);
      }
      for (const name of elsewhere) {
        expect([name, (await host.raw(`/${name}`, { headers })).status]).toEqual([name, 404]);
      }
      for (const name of functions) {
        const call = await host.raw(`/rpc/${name}`, { method: 'POST', body: '{}', headers });
        expect([name, call.status]).toEqual([name, 404]);
      }
    }
  });

  test('changes nothing by GET', async () => {
    const call = { method: 'GET', path: '/rpc/delete_my_account' };
    const answer = await send('administrator', call);
    expect([answer.status, await answer.json()]).toMatchObject([405, { code: '25006' }]);
  });

  test('had no unexpected error in these probes', () => {
    expect(host.unexpected).toEqual([]);
  });
});
