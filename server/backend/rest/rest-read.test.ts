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

  test('columns can be chosen, renamed, cast and taken out of json', async () => {
    const select = 'plate,number:wheels,price::text,details->maker->>name,door:details->doors->0';
    expect(await rowsOf(cars().select(select).eq('id', volvo))).toEqual([
      { plate: 'AAA 111', number: 4, price: '19999.90', name: 'Volvo', door: 2 },
    ]);
  });

  test.each([
    ['eq', 'plate', 'AAA 111', ['AAA 111']],
    ['neq', 'kind', 'suv', ['AAA 111']],
    ['gt', 'wheels', '3', ['AAA 111', 'BBB,222']],
    ['gte', 'bought', '2025-01-01', ['BBB,222']],
    ['lt', 'price', '20000', ['AAA 111']],
    ['lte', 'wheels', '3', ['CCC(3)']],
    ['like', 'plate', 'A*', ['AAA 111']],
    ['ilike', 'plate', '%b,2%', ['BBB,222']],
    ['is', 'is_clean', 'null', ['CCC(3)']],
    ['is', 'is_clean', 'true', ['AAA 111']],
    ['not.is', 'price', 'null', ['AAA 111', 'BBB,222']],
    ['isdistinct', 'is_clean', 'true', ['BBB,222', 'CCC(3)']],
    ['in', 'plate', '("BBB,222","CCC(3)")', ['BBB,222', 'CCC(3)']],
    ['in', 'wheels', '()', []],
    ['not.in', 'wheels', '(3,5)', ['AAA 111', 'BBB,222']],
    ['cs', 'tags', '{red}', ['AAA 111']],
    ['cd', 'tags', '{blue,green}', ['BBB,222', 'CCC(3)']],
    ['ov', 'tags', '{fast,blue}', ['AAA 111', 'BBB,222']],
    ['cs', 'details', '{"maker":{"year":2001}}', ['BBB,222']],
    ['sl', 'seats', '[5,6)', ['AAA 111']],
    ['sr', 'seats', '[2,5)', ['BBB,222']],
    ['nxr', 'seats', '[2,5)', ['AAA 111']],
    ['nxl', 'seats', '[5,6)', ['BBB,222']],
    ['adj', 'seats', '[5,6)', ['AAA 111']],
    ['fts', 'story', 'fox', ['AAA 111']],
    ['fts(english)', 'story', 'dog', ['BBB,222']],
    ['plfts', 'story', 'quick fox', ['AAA 111']],
    ['phfts(simple)', 'story', 'lazy dogs', ['BBB,222']],
    ['wfts', 'story', 'fox or dogs', ['AAA 111', 'BBB,222']],
    ['eq(any)', 'wheels', '{3,5}', ['CCC(3)']],
    ['like(all)', 'plate', '{A*,*1}', ['AAA 111']],
    ['ilike(any)', 'plate', '{a*,c*}', ['AAA 111', 'CCC(3)']],
    ['not.eq', 'kind', 'suv', ['AAA 111']],
    ['eq', 'details->maker->>name', 'Honda', ['BBB,222']],
    ['gt', 'details->maker->year', '1995', ['BBB,222']],
    ['eq', 'tags->>0', 'blue', ['BBB,222']],
  ])('the filter %s on %s with %s', async (operator, column, operand, plates) => {
    expect(
      await platesOf(cars().select('plate').filter(column, operator, operand).order('plate')),
    ).toEqual(plates);
  });

  test('and, or and not nest', async () => {
    const tree = 'plate.eq."BBB,222",and(wheels.eq.3,not.or(kind.eq.sedan,tags.cs.{red}))';
    expect(await platesOf(cars().select('plate').or(tree).order('plate'))).toEqual([
      'BBB,222',
      'CCC(3)',
    ]);
    const negated = await host.raw(
      '/cars?select=plate&not.and=(wheels.eq.4,kind.eq.suv)&order=plate',
    );
    expect(await negated.json()).toEqual([{ plate: 'AAA 111' }, { plate: 'CCC(3)' }]);
  });

  test('several filters on one column all count', async () => {
    expect(await platesOf(cars().select('plate').gte('wheels', 3).lt('wheels', 4))).toEqual([
      'CCC(3)',
    ]);
  });

  test('rows are ordered by several columns, with nulls where they are wanted', async () => {
    const query = cars().select('plate').order('wheels').order('price', { ascending: false });
    expect(await platesOf(query)).toEqual(['CCC(3)', 'BBB,222', 'AAA 111']);
    const nullsFirst = cars().select('plate').order('price', { nullsFirst: true });
    expect(await platesOf(nullsFirst)).toEqual(['CCC(3)', 'AAA 111', 'BBB,222']);
    const byJson = cars()
      .select('plate')
      .order('details->maker->year', { ascending: false, nullsFirst: false });
    expect(await platesOf(byJson)).toEqual(['BBB,222', 'AAA 111', 'CCC(3)']);
  });

  test('limit and offset cut a page, and an exact count tells the whole', async () => {
    const page = cars().select('plate', { count: 'exact' }).order('plate').range(1, 1);
    expect(await answerOf(page)).toMatchObject({
      data: [{ plate: 'BBB,222' }],
      count: 3,
      status: 206,
    });
    const head = cars().select('*', { count: 'exact', head: true }).eq('kind', 'suv');
    expect(await answerOf(head)).toMatchObject({ data: null, count: 2, status: 200 });
  });

  test('a Range header cuts a page too', async () => {
    const response = await host.raw('/cars?select=plate&order=plate', {
      headers: { range: '1-5', prefer: 'count=exact' },
    });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe('1-2/3');
    expect(await response.json()).toEqual([{ plate: 'BBB,222' }, { plate: 'CCC(3)' }]);
  });

  test('an offset behind the end is not satisfiable', async () => {
    const behind = await host.raw('/cars?offset=9', { headers: { prefer: 'count=exact' } });
    expect([behind.status, ((await behind.json()) as { code: string }).code]).toEqual([
      416,
      'PGRST103',
    ]);
    expect((await host.raw('/cars', { headers: { range: '5-2' } })).status).toBe(416);
    expect((await host.raw('/cars?limit=-1')).status).toBe(416);
  });

  test('a planned and an estimated count come with the rows', async () => {
    const planned = await answerOf(cars().select('id', { count: 'planned' }));
    expect(planned.count).toBeGreaterThan(0);
    expect(await answerOf(cars().select('id', { count: 'estimated' }))).toMatchObject({
      status: 200,
    });
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

  test('nulls can be stripped', async () => {
    expect(await rowsOf(cars().select('plate,price').eq('wheels', 3).stripNulls())).toEqual([
      { plate: 'CCC(3)' },
    ]);
    expect(
      await rowsOf(cars().select('plate,price').eq('wheels', 3).stripNulls().single()),
    ).toEqual({
      plate: 'CCC(3)',
    });
  });

  test('csv has a header line and quotes what needs quotes', async () => {
    const csv = await rowsOf(cars().select('plate,wheels,is_clean').order('plate').csv());
    expect(csv).toBe('plate,wheels,is_clean\n"AAA 111",4,t\n"BBB,222",4,f\n"CCC(3)",3,');
    expect(await rowsOf(cars().select('plate').eq('wheels', 9).csv())).toBe('plate\n');
  });

  test('no column at all gives empty rows', async () => {
    expect(await (await host.raw('/owners?select=')).json()).toEqual([{}, {}, {}]);
  });

  test('a view is read like a table', async () => {
    expect(await rowsOf(host.service().from('clean_cars').select())).toEqual([
      { id: volvo, plate: 'AAA 111' },
    ]);
  });

  test('no answer holds more than the most rows allowed', async () => {
    const small = await startRestHost(await buildGarage(await open()), { maxRows: 2 });
    const query = small.service().from('cars').select('plate', { count: 'exact' }).limit(50);
    expect(await answerOf(query)).toMatchObject({ count: 3, status: 206 });
    expect(await rowsOf(small.service().from('cars').select('plate'))).toHaveLength(2);
    await small.close();
  });
});
