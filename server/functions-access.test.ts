import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, localToday } from '../domain/time/schedule.ts';
import { callers, callersOf, type Caller } from './testing/callers.ts';
import { openCopy } from './testing/databases.ts';
import { functionRows, notServed } from './testing/function-access.ts';
import { startListeningHost } from './testing/listening-host.ts';

const folder = new URL('../supabase/functions/', import.meta.url);
const unknownBooking = '00000000-0000-4000-8000-000000000001';
const names = functionRows.map(({ name }) => name).sort();

type Answer = { status: number; body: Record<string, unknown> };

describe('a server function', () => {
  let server: Awaited<ReturnType<typeof startListeningHost>>;
  let people: Awaited<ReturnType<typeof callersOf>>;
  let bookings = 0;
  let calls = 0;

  beforeAll(async () => {
    server = await startListeningHost(await openCopy(), { TRUSTED_PROXIES: '1' });
    people = await callersOf(server.host.database);
  });
  afterAll(() => server.stop());

  const call = async (name: string, who: Caller, body: object): Promise<Answer> => {
    const token = people.tokens[who];
    calls += 1;
    const response = await fetch(`${server.origin}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        // Open holds and requests are counted by address.
        'x-forwarded-for': `198.51.${Math.floor(calls / 250)}.${calls % 250}`,
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };

  const book = async (who: Caller) => {
    bookings += 1;
    const answer = await call('create-booking', who, {
      serviceId: 'basic-wash',
      vehicleType: 'sedan',
      paymentOption: 'pay_deposit',
      bookingDate: addDays(localToday(Date.now()), 2 + Math.floor(bookings / 2)),
      bookingTime: bookings % 2 ? '09:00' : '12:00',
      carModel: 'Honda Civic',
      carYear: '2022',
      customerInfo: {
        name: 'Ada Byron',
        email: `ada-${bookings}@example.com`,
        phone: '905 555 0142',
        address: '12 Main Street',
        city: 'Caledon',
        province: 'ON',
        postalCode: 'L7C 1A1',
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const { amountDueNow } = answer.body['checkout'] as { amountDueNow: number };
    return { id: String(answer.body['bookingId']), amount: amountDueNow };
  };

  const inWords = ({ status, body }: Answer) => {
    const error = body['error'] as { code: string } | undefined;
    return `${status} ${error ? error.code : Object.keys(body).join(', ')}`;
  };

  describe.each(functionRows)('$name', ({ name, body, isAboutBooking, everybody, except }) => {
    it.each(callers)('answers %s as its row says, and reveals no more', async (who) => {
      const { id, amount } = isAboutBooking ? await book('owner') : { id: '', amount: 0 };
      const answer = await call(name, who, body(id, amount));
      expect(inWords(answer)).toBe(except?.[who] ?? everybody);
    });
  });

  it.each(functionRows.filter((row) => row.isAboutBooking))(
    '$name finds no booking by an unknown id',
    async ({ name, body }) => {
      for (const who of callers) {
        const answer = await call(name, who, body(unknownBooking, 1));
        expect([who, inWords(answer)]).toEqual([who, '404 booking_not_found']);
      }
    },
  );

  it.each(functionRows.filter((row) => row.everybody === '401 sign_in_needed'))(
    '$name refuses everybody but administrators whatever the body is',
    async ({ name }) => {
      for (const who of callers) {
        const expected = functionRows.find((row) => row.name === name)?.except?.[who];
        const isAdministrator = who === 'administrator' || who === 'proven';
        expect([who, inWords(await call(name, who, {}))]).toEqual([
          who,
          isAdministrator ? '400 invalid_input' : (expected ?? '401 sign_in_needed'),
        ]);
      }
    },
  );

  it('books for the signed-in account, and for a guest with any other token', async () => {
    for (const who of callers.filter((one) => one !== 'signed out')) {
      const { id } = await book(who);
      const { rows } = await server.host.database.pool.query(
        'select user_id from public.bookings where id = $1',
        [id],
      );
      expect([who, rows]).toEqual([who, [{ user_id: people.ids[who] ?? null }]]);
    }
  });

  it('sends the test email only to the requesting administrator', async () => {
    const { rows } = await server.host.database.pool.query(
      `select to_email from public.mail_outbox where key like 'template_test:%' order by 1`,
    );
    expect(rows).toEqual([{ to_email: 'boss@example.com' }, { to_email: 'careful@example.com' }]);
  });

  it('has a row for each caller if it has a folder', () => {
    const folders = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
      .map((entry) => entry.name);
    expect(folders.sort()).toEqual(names);
  });

  it('has a row for each caller if the host serves it', () => {
    const mounted = server.host.app.routes
      .map(({ path }) => /^\/functions\/v1\/([a-z-]+)$/.exec(path)?.[1])
      .filter((name) => name !== undefined);
    const served = functionRows.filter(({ everybody }) => everybody !== notServed);
    expect([...new Set(mounted)].sort()).toEqual(served.map(({ name }) => name).sort());
  });

  it('checks its caller itself on the hosted backend, where a publishable key is no token', () => {
    const config = readFileSync(new URL('../supabase/config.toml', import.meta.url), 'utf8');
    const open = [...config.matchAll(/\[functions\.([a-z-]+)\]\s+verify_jwt = false/g)];
    expect(open.map(([, name]) => name)).toEqual(names);
  });
});
