import type { PostgrestClient } from '@supabase/postgrest-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { buildGarage } from '../../testing/rest-garage.ts';
import {
  answerOf,
  failureOf,
  rowsOf,
  startRestHost,
  userToken,
  type RestHost,
} from '../../testing/rest-host.ts';

const volvo = '00000000-0000-4000-8000-000000000001';

describeEachDatabase('permissions', { both: 'access' }, (open) => {
  let host: RestHost;
  beforeAll(async () => {
    host = await startRestHost(await buildGarage(await open()));
  });
  afterAll(() => host.close());

  test('a policy reads the headers of its own request only', async () => {
    const read = (reader?: string) => {
      const query = host.anonymous().from('notes').select('id').order('id');
      return rowsOf(reader === undefined ? query : query.setHeader('x-reader', reader));
    };
    const answers = await Promise.all([read('ada'), read('bob'), read(), read('ada'), read('eve')]);
    expect(answers).toEqual([[{ id: 1 }, { id: 3 }], [{ id: 2 }], [], [{ id: 1 }, { id: 3 }], []]);
  });

  test('a policy reads the signed-in person', async () => {
    const ada = await host.user('ada');
    expect(await rowsOf(ada.from('notes').select('body').eq('id', 1))).toEqual([
      { body: 'for Ada' },
    ]);
    expect(await rowsOf(ada.from('notes').select('body').eq('id', 2))).toEqual([]);
    const foreign = ada.from('notes').insert({ id: 9, reader: 'bob', body: 'x' });
    expect(await failureOf(foreign)).toEqual([403, '42501']);
    expect(
      await answerOf(ada.from('notes').update({ body: 'x' }, { count: 'exact' }).eq('id', 2)),
    ).toMatchObject({
      count: 0,
      error: null,
    });
    expect(
      await rowsOf(host.service().from('notes').select('id', { count: 'exact' }).order('id')),
    ).toHaveLength(3);
  });

  const hiddenColumn: [
    string,
    (
      notes: ReturnType<ReturnType<RestHost['anonymous']>['from']>,
    ) => Parameters<typeof failureOf>[0],
  ][] = [
    ['selecting everything', (notes) => notes.select('*')],
    ['selecting it', (notes) => notes.select('id,hidden')],
    ['filtering by it', (notes) => notes.select('id').eq('hidden', 'hidden')],
    ['filtering by it inside or', (notes) => notes.select('id').or('id.eq.1,hidden.eq.h')],
    ['ordering by it', (notes) => notes.select('id').order('hidden')],
    [
      'counting by it',
      (notes) => notes.select('id', { count: 'exact', head: true }).eq('hidden', 'x'),
    ],
    ['planning by it', (notes) => notes.select('id', { count: 'planned' }).eq('hidden', 'x')],
    ['getting it back', (notes) => notes.update({ body: 'x' }).eq('id', 1).select('hidden')],
    ['changing where it is', (notes) => notes.update({ body: 'x' }).eq('hidden', 'x')],
    ['deleting where it is', (notes) => notes.delete().eq('hidden', 'x')],
    ['setting it', (notes) => notes.update({ hidden: 'x' }).eq('id', 1)],
  ];
  test.each(hiddenColumn)('a column that is not granted stays hidden: %s', async (_, query) => {
    const notes = host.anonymous({ 'x-reader': 'ada' }).from('notes');
    const [status, code] = await failureOf(query(notes));
    expect(status).toBe(401);
    // An answer to HEAD has no body for the code.
    expect([undefined, '42501']).toContain(code);
  });

  const unsupported: typeof hiddenColumn = [
    ['renaming it', (notes) => notes.select('id:hidden')],
    ['casting it', (notes) => notes.select('hidden::text')],
    ['merging into it', (notes) => notes.upsert({ id: 1, reader: 'ada', body: 'x', hidden: 'x' })],
  ];
  test.each(unsupported)(
    'a hidden column is not reachable by an unsupported feature: %s',
    async (_, query) => {
      const notes = host.anonymous({ 'x-reader': 'ada' }).from('notes');
      expect(await failureOf(query(notes))).toEqual([400, 'PGRST127']);
    },
  );

  test('a constraint error inside a function reveals no row that the caller may not read', async () => {
    const note = { note: 2 };
    const errorOf = async (client: Pick<PostgrestClient, 'rpc'>) => {
      const { error } = await answerOf(client.rpc('take_over_note', note));
      return [error?.code, error?.details];
    };
    expect(await errorOf(host.anonymous())).toEqual(['23502', null]);
    expect(await errorOf(await host.user('ada'))).toEqual(['23502', null]);
    expect(await errorOf(host.service())).toEqual(['23502', expect.stringContaining('bob')]);
  });

  test('a constraint error of a statement shows its caller the value', async () => {
    const car = '00000000-0000-4000-8000-00000000dead';
    const { error } = await answerOf(
      host.service().from('repairs').insert({ car_id: car, title: 'Wipers' }),
    );
    expect(error).toMatchObject({ code: '23503', details: expect.stringContaining(car) as string });
  });

  test('a role that may only insert inserts and gets nothing back', async () => {
    const repairs = () => host.anonymous().from('repairs');
    const row = { car_id: volvo, title: 'Wipers' };
    expect(await answerOf(repairs().insert(row))).toMatchObject({ status: 201, error: null });
    expect(await failureOf(repairs().insert(row).select('id'))).toEqual([401, '42501']);
    expect(
      await rowsOf(host.service().from('repairs').select('id').eq('title', 'Wipers')),
    ).toHaveLength(1);
  });

  test('a related table is reachable neither beside another nor alone', async () => {
    const user = await host.user('ada');
    expect(await failureOf(user.from('repairs').select('title,cars(plate)'))).toEqual([
      400,
      'PGRST127',
    ]);
    expect(await failureOf(user.from('cars').select('plate'))).toEqual([403, '42501']);
  });

  test('an invalid token is refused, never treated as anonymous', async () => {
    const tokens: [string, string][] = [
      ['expired', await userToken(host.keys.secret, { sub: 'ada', expiresAt: 1_000_000_000 })],
      [
        'signed with another key',
        await userToken(new TextEncoder().encode('x'.repeat(32)), { sub: 'ada' }),
      ],
      ['garbage', 'abc'],
      [
        'unsigned',
        `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.`.replaceAll('=', ''),
      ],
      ['superuser', await roleToken(host.keys.secret, 'postgres')],
    ];
    for (const [name, token] of tokens) {
      const response = await host.raw('/notes?select=id', {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([name, response.status]).toEqual([name, 401]);
      expect(response.headers.get('www-authenticate')).toContain('invalid_token');
      const expected = name === 'expired' ? 'PGRST303' : 'PGRST301';
      expect(await response.json()).toMatchObject({ code: expected });
    }
  });

  test('no other schema is reachable', async () => {
    const other = host.service().schema('back_office').from('vault').select();
    expect(await failureOf(other)).toEqual([406, 'PGRST106']);
    expect(await failureOf(host.service().from('vault').select())).toEqual([404, 'PGRST205']);
    expect(await failureOf(host.service().from('pg_class').select())).toEqual([404, 'PGRST205']);
    expect(await failureOf(host.service().from('back_office.vault').select())).toEqual([
      404,
      'PGRST205',
    ]);
  });
});

const roleToken = (secret: Uint8Array, role: string) =>
  new SignJWT({ role, aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(secret);
