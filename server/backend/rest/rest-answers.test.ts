import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { buildGarage } from '../../testing/rest-garage.ts';
import { startRestHost, type RestHost } from '../../testing/rest-host.ts';

describeEachDatabase('An answer', { both: 'driver' }, (open) => {
  let host: RestHost;
  beforeAll(async () => {
    host = await startRestHost(await buildGarage(await open()));
  });
  afterAll(() => host.close());

  test('of a function has all its rows and their number', async () => {
    const answer = await host.raw('/rpc/plates', { method: 'POST' });
    expect([answer.headers.get('content-range'), await answer.json()]).toEqual([
      '0-2/*',
      ['AAA 111', 'BBB,222', 'CCC(3)'],
    ]);
  });

  test('to HEAD has the content type of GET', async () => {
    for (const path of ['/cars?select=plate', '/rpc/plates']) {
      const answer = await host.raw(path, { method: 'HEAD' });
      const type = answer.headers.get('content-type');
      expect([answer.status, type]).toEqual([200, 'application/json; charset=utf-8']);
      expect(await answer.text()).toBe('');
    }
  });
});
