import { createBooking, freeDay, post } from './fixtures/booking-api.ts';
import { expect, test } from './fixtures/test.ts';

// Each of these would fail if a replica kept state to itself.
test.describe('Two replicas that start at the same moment on an empty database', () => {
  test('create one administrator, one set of keys and run every migration once', async ({
    database,
    replicas,
  }) => {
    const [counted] = ((await database?.query(`
      select
        (select count(*)::int from public.admins) as admins,
        (select count(*)::int from auth.users where email = 'info@lustre.example') as accounts,
        (select count(*)::int from host.secrets where name = 'token_secret') as secrets`)) ??
      []) as object[];
    expect(counted).toEqual({ admins: 1, accounts: 1, secrets: 1 });
    const pages = await Promise.all(
      (replicas ?? []).map(async ({ origin }) => (await fetch(`${origin}/login`)).text()),
    );
    const keys = pages.map((page) => /anonKey[^,]*/.exec(page)?.[0]);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test('count wrong passwords together: the eighth is the last on any replica', async ({
    replicas,
  }) => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { origin } = replicas?.[attempt % 2] ?? { origin: '' };
      const guess = { email: 'guessed@customer.example', password: `guess ${attempt}` };
      const from = { 'x-forwarded-for': '192.0.2.77, 192.0.2.1' };
      const answer = await post(origin, '/auth/v1/token?grant_type=password', guess, from);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array<number>(8).fill(400), 429, 429]);
  });

  test('notify each other’s visitors of changes', async ({ replicas }) => {
    const [one, other] = replicas ?? [];
    const stream = await fetch(`${other?.origin ?? ''}/live/v1/changes`);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await createBooking(one?.origin ?? '', {
      bookingDate: freeDay(),
      email: 'heard@customer.example',
    });
    let heard = '';
    while (!/data: .*times/.test(heard)) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      expect(done, 'the stream goes on').toBe(false);
      heard += value ?? '';
    }
    await reader?.cancel();
  });
});
