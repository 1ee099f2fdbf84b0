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

const volvo = '00000000-0000-4000-8000-000000000001';

describeEachDatabase('reading rows', { both: 'driver' }, (open) => {
  let host: RestHost;
  beforeAll(async () => {
    host = await startRestHost(await buildGarage(await open()));
  });
  afterAll(() => host.close());
  const cars = () => host.service().from('cars');
  const platesOf = async (query: Parameters<typeof rowsOf>[0]) =>
    ((await rowsOf(query)) as { plate: string }[]).map(({ plate }) => plate);

  test('every type is printed exactly', async () => {
    const text = await (await host.raw(`/cars?id=eq.${volvo}`)).text();
    expect(text).toContain('"price":19999.90');
    expect(text).toContain('"mileage":9007199254740993');
    expect(JSON.parse(text)).toMatchObject([
      {
        id: volvo,
        kind: 'sedan',
        tags: ['red', 'fast'],
        is_clean: true,
        bought: '2024-02-29',
        opens: '08:30:00',
        serviced_at: '2024-03-10T07:00:00+00:00',
        seats: '[2,5)',
      },
    ]);
  });

  test('columns can be chosen', async () => {
    expect(await rowsOf(cars().select('plate,wheels').eq('id', volvo))).toEqual([
      { plate: 'AAA 111', wheels: 4 },
    ]);
  });

  test.each([
    ['eq', 'plate', 'AAA 111', ['AAA 111']],
    ['gte', 'bought', '2025-01-01', ['BBB,222']],
    ['lt', 'price', '20000', ['AAA 111']],
    ['lte', 'wheels', '3', ['CCC(3)']],
    ['is', 'is_clean', 'null', ['CCC(3)']],
    ['in', 'plate', '("BBB,222","CCC(3)")', ['BBB,222', 'CCC(3)']],
    ['in', 'wheels', '()', []],
  ])('the filter %s on %s with %s', async (operator, column, operand, plates) => {
    expect(
      await platesOf(cars().select('plate').filter(column, operator, operand).order('plate')),
    ).toEqual(plates);
  });

  test('and and or nest', async () => {
    const tree = 'plate.eq."BBB,222",and(wheels.eq.3,or(kind.eq.suv,wheels.gte.4))';
    expect(await platesOf(cars().select('plate').or(tree).order('plate'))).toEqual([
      'BBB,222',
      'CCC(3)',
    ]);
  });

  test('several filters on one column all count', async () => {
    expect(await platesOf(cars().select('plate').gte('wheels', 3).lt('wheels', 4))).toEqual([
      'CCC(3)',
    ]);
  });

  test('rows are ordered by several columns', async () => {
    const query = cars().select('plate').order('wheels').order('price', { ascending: false });
    expect(await platesOf(query)).toEqual(['CCC(3)', 'BBB,222', 'AAA 111']);
  });

  test('limit selects a page, and an exact count counts all rows', async () => {
    const page = cars().select('plate', { count: 'exact' }).order('plate').limit(1);
    expect(await answerOf(page)).toMatchObject({
      data: [{ plate: 'AAA 111' }],
      count: 3,
      status: 206,
    });
    const head = cars().select('*', { count: 'exact', head: true }).eq('kind', 'suv');
    expect(await answerOf(head)).toMatchObject({ data: null, count: 2, status: 200 });
  });

  test('a planned and an estimated count are exact', async () => {
    for (const count of ['planned', 'estimated'] as const) {
      expect(await answerOf(cars().select('id', { count }))).toMatchObject({ count: 3 });
    }
  });

  test('a single object is one row or an error', async () => {
    expect(await answerOf(cars().select('plate').eq('id', volvo).single())).toMatchObject({
      data: { plate: 'AAA 111' },
      status: 200,
    });
    const none = await answerOf(cars().select('plate').eq('wheels', 9).single());
    expect(none).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 0 rows' },
    });
    expect(await failureOf(cars().select('plate').single())).toEqual([406, 'PGRST116']);
    expect(await answerOf(cars().select('plate').eq('wheels', 9).maybeSingle())).toMatchObject({
      data: null,
      error: null,
    });
  });

  test('an empty select returns empty rows', async () => {
    expect(await (await host.raw('/owners?select=')).json()).toEqual([{}, {}, {}]);
  });

  test('a view is read like a table', async () => {
    expect(await rowsOf(host.service().from('clean_cars').select())).toEqual([
      { id: volvo, plate: 'AAA 111' },
    ]);
  });

  test('no answer exceeds the maximum number of rows', async () => {
    const small = await startRestHost(await buildGarage(await open()), { maxRows: 2 });
    const query = small.service().from('cars').select('plate', { count: 'exact' }).limit(50);
    expect(await answerOf(query)).toMatchObject({ count: 3, status: 206 });
    expect(await rowsOf(small.service().from('cars').select('plate'))).toHaveLength(2);
    await small.close();
  });
});
