import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { buildGarage } from '../../testing/rest-garage.ts';
import {
  answerOf,
  failureOf,
  rowsOf,
  startRestHost,
  type RestHost,
} from '../../testing/rest-host.ts';

describeEachDatabase('calling functions', { both: 'driver' }, (open) => {
  let host: RestHost;
  beforeAll(async () => {
    host = await startRestHost(await buildGarage(await open()));
  });
  afterAll(() => host.close());
  const call = (...args: Parameters<ReturnType<RestHost['service']>['rpc']>) =>
    host.service().rpc(...args);

  test('named arguments return a scalar, with defaults for omitted ones', async () => {
    expect(await rowsOf(call('add', { a: 1, b: 2 }))).toBe(3);
    expect(await rowsOf(call('add', { a: 1 }))).toBe(2);
    expect(await rowsOf(call('add', { a: 1, b: 5 }, { get: true }))).toBe(6);
  });

  test('a row, a set of values, a table and named results have their shapes', async () => {
    expect(await rowsOf(call('first_car'))).toMatchObject({ plate: 'AAA 111', wheels: 4 });
    expect(await rowsOf(call('cars_of', { owner: 2 }, { get: true }))).toMatchObject([
      { wheels: 3 },
    ]);
    expect(await rowsOf(call('cars_of', { owner: 1 }))).toMatchObject([
      { plate: 'AAA 111' },
      { plate: 'BBB,222' },
    ]);
    expect(await rowsOf(call('plates'))).toEqual(['AAA 111', 'BBB,222', 'CCC(3)']);
    expect(await rowsOf(call('totals'))).toEqual([
      { kind: 'sedan', cars: 1 },
      { kind: 'suv', cars: 2 },
    ]);
    expect(await rowsOf(call('halves', { n: 5 }))).toEqual({ low: 2, high: 3 });
    expect(await answerOf(call('forget'))).toMatchObject({ data: null, status: 204 });
  });

  test('json is accepted as an argument', async () => {
    const document = { a: [1, { b: null }], c: 'ü"' };
    expect(await rowsOf(call('keys_of', { document, names: ['c', 'x', 'a'] }))).toEqual(['c', 'a']);
  });

  test('the function reads the caller, the method and the headers', async () => {
    const user = await host.user('11111111-1111-4111-8111-111111111111');
    expect(await rowsOf(user.rpc('who').setHeader('X-Reader', 'ada'))).toEqual({
      role: 'authenticated',
      sub: '11111111-1111-4111-8111-111111111111',
      header: 'ada',
      method: 'POST',
      path: '/rpc/who',
    });
  });

  test('a read cannot write', async () => {
    expect(await failureOf(call('write_note', { id: 50 }, { get: true }))).toEqual([405, '25006']);
    expect(await rowsOf(call('write_note', { id: 51 }))).toBe(51);
  });

  test('only GET, HEAD and POST call functions', async () => {
    const response = await host.raw('/rpc/add', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ code: 'PGRST101' });
  });

  test.each([
    ['P0001', 400],
    ['PT409', 409],
    ['PT402', 402],
    ['PT204', 204],
    ['PT999', 500],
    ['23505', 409],
    ['23503', 409],
    ['23514', 400],
    ['22P02', 400],
    ['40001', 500],
    ['57014', 500],
    ['53300', 503],
    ['42501', 403],
    ['42P01', 404],
  ])('an error raised with %s answers %i', async (code, status) => {
    const { url, keys } = host;
    const response = await fetch(`${url}/rpc/fail`, {
      method: 'POST',
      body: JSON.stringify({ code, message: 'not_today' }),
      headers: { authorization: `Bearer ${keys.serviceKey}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(status);
    const body = { code, message: 'not_today', details: 'why', hint: 'how' };
    const text = await response.text();
    expect(text === '' ? status : JSON.parse(text)).toEqual(status === 204 ? 204 : body);
  });

  test('an unknown function or unknown arguments answer that it does not exist', async () => {
    expect(await failureOf(call('nothing_like_it'))).toEqual([404, 'PGRST202']);
    expect(await failureOf(call('add', { b: 1 }))).toEqual([404, 'PGRST202']);
    expect(await failureOf(call('add', { a: 1, c: 1 }))).toEqual([404, 'PGRST202']);
    expect(await failureOf(call('add', { a: 'x' }))).toEqual([400, '22P02']);
    expect(await failureOf(call('pg_sleep', { seconds: 1 }))).toEqual([404, 'PGRST202']);
  });

  test('a caller without permission gets an error', async () => {
    expect(await failureOf(host.anonymous().rpc('guarded'))).toEqual([401, '42501']);
    const user = await host.user('11111111-1111-4111-8111-111111111111');
    expect(await failureOf(user.rpc('guarded'))).toEqual([403, '42501']);
  });
});
