import { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, localToday } from '../domain/time/schedule.ts';
import { book } from '../supabase/tests/bookings.ts';
import { hashPassword } from './backend/auth/passwords.ts';
import type { Database } from './backend/database/database.ts';
import { customerInfo } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startListeningHost } from './testing/listening-host.ts';
import { aJpeg } from './testing/photos.ts';

const password = 'a password for tests';

const endings = {
  'a sign-out everywhere': (client: GoTrueClient) => client.signOut({ scope: 'global' }),
  'a change of the password': (client: GoTrueClient) =>
    client.updateUser({ password: 'another password for tests', current_password: password }),
};

describeEachDatabase('A token whose session has ended', (open) => {
  let database: Database;
  let server: Awaited<ReturnType<typeof startListeningHost>>;
  beforeAll(async () => {
    database = await open();
    server = await startListeningHost(database, { TRUSTED_PROXIES: '1' });
  });
  afterAll(() => server.stop());

  describe.each(Object.entries(endings))('by %s', (ending, end) => {
    const email = `${ending.split(' ').at(-1)}@example.com`;
    let token: string;
    let id: string;

    const signIn = async () => {
      const client = new GoTrueClient({
        url: `${server.origin}/auth/v1`,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        persistSession: false,
      });
      const { data, error } = await client.signInWithPassword({ email, password });
      if (error) throw error;
      return { client, token: data.session.access_token, userId: data.user.id };
    };
    const send = (method: string, path: string, body?: object, headers = {}) =>
      fetch(`${server.origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...headers,
        },
        ...(body !== undefined && {
          body: body instanceof Blob ? body : JSON.stringify(body),
        }),
      });
    const refusal = async (answer: Response): Promise<unknown[]> => [
      answer.status,
      (await answer.json()) as unknown,
    ];
    const stored = async () =>
      (
        await database.pool.query<object>(
          `select
             (select json_agg(b order by id) from public.bookings as b) as bookings,
             (select count(*)::int from public.inquiries) as inquiries,
             (select count(*)::int from public.reviews) as reviews,
             (select count(*)::int from storage.objects) as objects`,
        )
      ).rows;

    beforeAll(async () => {
      await database.pool.query(
        `insert into auth.users (email, email_confirmed_at, encrypted_password) values ($1, now(), $2)`,
        [email, await hashPassword(password)],
      );
      const lost = await signIn();
      ({ token } = lost);
      id = await book(database.pool, { user_id: lost.userId, customer_email: email });
      await database.pool.query(`update public.bookings set status = 'confirmed' where id = $1`, [
        id,
      ]);
      const { error } = await end((await signIn()).client);
      if (error) throw error;
    });

    const loggedOut = {
      code: 'PT401',
      message: 'not_signed_in',
      details: 'You have been signed out. Please sign in again.',
      hint: null,
    };

    test('writes no row', async () => {
      const before = await stored();
      const day = addDays(localToday(Date.now()), 200);
      const writes: [string, string, object?][] = [
        ['PATCH', `/rest/v1/bookings?id=eq.${id}`, { booking_date: day, booking_time: '12:00' }],
        ['PATCH', `/rest/v1/bookings?id=eq.${id}`, { status: 'cancelled' }],
        ['POST', '/rest/v1/reviews', { customer_name: 'n', rating: 5 }],
        ['DELETE', '/rest/v1/reviews?rating=eq.5'],
        [
          'POST',
          '/rest/v1/inquiries',
          { name: 'n', email: 'n@example.com', subject: 's', message: 'm' },
        ],
      ];
      for (const [method, path, body] of writes) {
        const answer = await send(method, path, body);
        expect([method, path, ...(await refusal(answer))]).toEqual([method, path, 401, loggedOut]);
        expect(answer.headers.get('www-authenticate')).toContain('Bearer');
      }
      expect(await stored()).toEqual(before);
    });

    test('calls no function that writes', async () => {
      const calls = [
        ['use_recovery_code', { code: 'AAAA-AAAA-AA' }],
        ['decline_waiting_offer', { token: 'x', leave: true }],
        ['delete_my_account', {}],
      ] as const;
      for (const [name, body] of calls) {
        const answer = await send('POST', `/rest/v1/rpc/${name}`, body);
        expect([name, ...(await refusal(answer))]).toEqual([name, 401, loggedOut]);
      }
    });

    test('uploads and removes no photo', async () => {
      const before = await stored();
      const refused = {
        statusCode: '401',
        code: 'AccessDenied',
        error: 'Unauthorized',
        message: 'You have been signed out. Please sign in again.',
      };
      const name = `public/${crypto.randomUUID()}.jpg`;
      const photo = new Blob([new Uint8Array(await aJpeg({ width: 40, height: 40 }))]);
      const upload = await send('POST', `/storage/v1/object/reviews/${name}`, photo, {
        'content-type': 'image/jpeg',
      });
      expect(await refusal(upload)).toEqual([400, refused]);
      const removal = await send('DELETE', '/storage/v1/object/reviews', { prefixes: [name] });
      expect(await refusal(removal)).toEqual([400, refused]);
      expect(await stored()).toEqual(before);
    });

    test('makes no booking, for the account or for a guest', async () => {
      const before = await stored();
      const answer = await send('POST', '/functions/v1/create-booking', {
        serviceId: 'basic-wash',
        vehicleType: 'sedan',
        paymentOption: 'pay_deposit',
        bookingDate: addDays(localToday(Date.now()), 3),
        bookingTime: '09:00',
        carModel: 'Honda Civic',
        carYear: '2022',
        customerInfo: { ...customerInfo, email },
      });
      expect(await refusal(answer)).toEqual([
        401,
        {
          error: {
            code: 'session_ended',
            message: 'You have been signed out. Please sign in again, or continue as a guest.',
          },
        },
      ]);
      expect(await stored()).toEqual(before);
    });

    test('changes nothing of the account', async () => {
      const answer = await send('PUT', '/auth/v1/user', { data: { first_name: 'Eve' } });
      expect(await refusal(answer)).toMatchObject([403, { error_code: 'session_not_found' }]);
    });

    test('reads its own bookings and public data, and calls nothing of the business', async () => {
      const own = await send('GET', '/rest/v1/bookings?select=id');
      expect([own.status, await own.json()]).toEqual([200, [{ id }]]);
      const rules = await send('POST', '/rest/v1/rpc/opening_rules', {});
      expect(rules.status).toBe(200);
      const isAdmin = await send('POST', '/rest/v1/rpc/is_admin', {});
      expect([isAdmin.status, await isAdmin.json()]).toEqual([200, false]);
      expect((await send('POST', '/rest/v1/rpc/my_data', {})).status).toBe(401);
    });
  });
});
