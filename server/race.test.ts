import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, localToday } from '../domain/time/schedule.ts';
import { describeEachDatabase, runsOf } from './testing/databases.ts';
import { startListeningHost } from './testing/listening-host.ts';

// `npm run test:chaos races` runs a thousand rounds.
const rounds = runsOf(8);
const clients = 50;

describeEachDatabase('A race for one time, over HTTP', { both: 'locks' }, (open) => {
  let host: Awaited<ReturnType<typeof startListeningHost>>;
  beforeAll(async () => {
    // Each client has an address of its own, as our proxy reports it.
    host = await startListeningHost(await open(), { TRUSTED_PROXIES: '1' });
  });
  afterAll(() => host.stop());

  const book = (round: number, client: number) =>
    fetch(`${host.origin}/functions/v1/create-booking`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.${round}.${client}`,
      },
      body: JSON.stringify({
        serviceId: 'premium-detailing',
        vehicleType: 'suv',
        bookingDate: addDays(localToday(Date.now()), 2 + round),
        bookingTime: '12:00',
        paymentOption: 'pay_full_online',
        tipAmount: 0,
        carModel: 'Honda CR-V',
        carYear: 2019,
        customerInfo: {
          name: `Client ${client}`,
          email: `client-${round}-${client}@customer.example`,
          phone: '416 555 0134',
          address: '12 King Street',
          city: 'Caledon',
          province: 'ON',
          postalCode: 'L7C 1A1',
          locationType: 'mobile',
        },
      }),
    });

  test(`of ${clients} simultaneous clients one wins, and the others get a sentence`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          const answer = await book(round, client + 1);
          return { status: answer.status, body: (await answer.json()) as Answer };
        }),
      );
      const winners = answers.filter(({ status }) => status === 201);
      const losers = answers.filter(({ status }) => status === 409);
      expect(winners, `round ${round}`).toHaveLength(1);
      expect(losers, `round ${round}`).toHaveLength(clients - 1);
      for (const { body } of losers) {
        expect(body.error).toEqual({
          code: 'slot_taken',
          message: 'Sorry, that time is no longer available. Please choose another one.',
        });
      }
    }
    const { rows } = await host.host.database.pool.query<{ claims: number }>(
      'select count(*)::int as claims from public.slot_claims',
    );
    expect(rows[0]?.claims).toBe(rounds);
  }, 120_000);
});

type Answer = { bookingId?: string; error?: { code: string; message: string } };
