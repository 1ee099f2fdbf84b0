import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { buildGarage } from '../../testing/rest-garage.ts';
import { startRestHost, type RestHost } from '../../testing/rest-host.ts';

describeEachDatabase('regular expressions in filters', (open) => {
  let host: RestHost;
  beforeAll(async () => {
    host = await startRestHost(await buildGarage(await open()));
  });
  afterAll(() => host.close());

  const ask = async (filter: string) => {
    const answer = await host.raw(`/cars?select=plate&order=plate&${filter}`);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };

  // Each of these keeps an unguarded database busy for seconds; the second takes the embedded one down.
  test.each([
    ['nested counts', 'plate=match.((A{1,100}){1,100}){1,100}'],
    ['deeply nested counts', 'plate=match.(((A{1,255}){1,10}){1,10}){1,10}'],
    ['counts without regard to case', 'plate=imatch.(A{1,255}){1,255}'],
    ['counts inside a list', 'plate=match(any).{"(A{1,255}){1,255}"}'],
    ['counts inside a tree', 'or=(plate.match.(A{1\\,255}){1\\,255},plate.is.null)'],
    ['back references', 'plate=match.(.%2B)%2B\\1'],
    ['great length', `plate=match.${'(A|B)*'.repeat(400)}`],
  ])('%s are refused as too complex', async (_what, filter) => {
    const { status, body } = await ask(filter);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: '2201B' });
  });

  test('everyday ones are answered, also several at once', async () => {
    expect(await ask('plate=match.^A')).toEqual({ status: 200, body: [{ plate: 'AAA 111' }] });
    expect(await ask('plate=match(any).{^A,^CCC}')).toEqual({
      status: 200,
      body: [{ plate: 'AAA 111' }, { plate: 'CCC(3)' }],
    });
  });
});
