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

describeEachDatabase('embedding related rows', { both: 'driver' }, (open) => {
  let host: RestHost;
  beforeAll(async () => {
    host = await startRestHost(await buildGarage(await open()));
  });
  afterAll(() => host.close());
  const cars = () => host.service().from('cars');

  test('a foreign key leads to one row, the way back to a list', async () => {
    expect(await rowsOf(cars().select('plate,owners(name)').order('plate'))).toEqual([
      { plate: 'AAA 111', owners: { name: 'Ada' } },
      { plate: 'BBB,222', owners: { name: 'Ada' } },
      { plate: 'CCC(3)', owners: { name: 'Bob' } },
    ]);
    const repairs = cars().select('plate,repairs(title)').order('plate');
    expect(await rowsOf(repairs.order('id', { referencedTable: 'repairs' }))).toEqual([
      { plate: 'AAA 111', repairs: [{ title: 'Brakes' }, { title: 'Lights' }] },
      { plate: 'BBB,222', repairs: [{ title: 'Paint' }] },
      { plate: 'CCC(3)', repairs: [] },
    ]);
  });

  test('a unique foreign key leads back to one row', async () => {
    expect(await rowsOf(cars().select('papers(number)').order('plate').limit(2))).toEqual([
      { papers: { number: 'P-1' } },
      { papers: null },
    ]);
  });

  test('embeds nest, and take names, filters, order and limits of their own', async () => {
    const query = host
      .service()
      .from('owners')
      .select('name,garage:cars(plate,work:repairs(title,cost))')
      .eq('id', 1)
      .neq('garage.kind', 'suv')
      .gt('garage.work.cost', 10)
      .or('cost.eq.50,cost.eq.300', { referencedTable: 'garage.work' })
      .order('cost', { referencedTable: 'garage.work', ascending: true })
      .limit(1, { referencedTable: 'garage.work' });
    expect(await rowsOf(query)).toEqual([
      { name: 'Ada', garage: [{ plate: 'AAA 111', work: [{ title: 'Lights', cost: 50 }] }] },
    ]);
  });

  test('an inner embed leaves out rows without a match, also in the count', async () => {
    const query = cars().select('plate,repairs!inner(cost)', { count: 'exact' });
    expect(await answerOf(query.gt('repairs.cost', 500))).toMatchObject({
      data: [{ plate: 'BBB,222', repairs: [{ cost: 900 }] }],
      count: 1,
    });
    const toOne = cars().select('plate,owners!inner(name)').eq('owners.name', 'Bob');
    expect(await rowsOf(toOne)).toEqual([{ plate: 'CCC(3)', owners: { name: 'Bob' } }]);
  });

  test('rows can be asked for having none or some of an embed', async () => {
    const none = cars().select('plate,repairs()', { count: 'exact' }).is('repairs', null);
    expect(await answerOf(none)).toMatchObject({ data: [{ plate: 'CCC(3)' }], count: 1 });
    const some = cars().select('plate,papers(number)').not('papers', 'is', null);
    expect(await rowsOf(some)).toEqual([{ plate: 'AAA 111', papers: { number: 'P-1' } }]);
    expect(await failureOf(cars().select('papers(*)').eq('papers', 'x'))).toEqual([
      400,
      'PGRST120',
    ]);
  });

  test('rows are ordered by a column of the one related row', async () => {
    const query = cars().select('plate,owners(name)').order('owners(name)', { ascending: false });
    expect(await rowsOf(query.order('plate').limit(1))).toEqual([
      { plate: 'CCC(3)', owners: { name: 'Bob' } },
    ]);
    expect(await failureOf(cars().select('repairs(id)').order('repairs(id)'))).toEqual([
      400,
      'PGRST118',
    ]);
  });

  test('several foreign keys need a hint: the constraint or the column', async () => {
    const trades = () => host.service().from('trades');
    const ambiguous = await answerOf(trades().select('owners(name)'));
    expect(ambiguous).toMatchObject({ status: 300, error: { code: 'PGRST201' } });
    expect(ambiguous.error?.hint).toContain("'owners!trades_seller_fkey'");
    const select =
      'seller:owners!trades_seller_fkey(name),buyer:owners!buyer_id(name),seller_id(id)';
    expect(await rowsOf(trades().select(select))).toEqual([
      { seller: { name: 'Ada' }, buyer: { name: 'Bob' }, seller_id: { id: 1 } },
    ]);
  });

  test('what is not related, or not embedded, is an error', async () => {
    expect(await failureOf(cars().select('notes(*)'))).toEqual([400, 'PGRST200']);
    expect(await failureOf(cars().select('nothing(*)'))).toEqual([400, 'PGRST200']);
    expect(await failureOf(cars().select('plate').eq('repairs.id', 1))).toEqual([400, 'PGRST108']);
    expect(await failureOf(cars().select('...owners(name)'))).toEqual([400, 'PGRST127']);
    expect(await failureOf(cars().select('wheels.sum()'))).toEqual([400, 'PGRST123']);
  });
});
