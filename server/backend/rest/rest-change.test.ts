import { afterAll, beforeEach, expect, test } from 'vitest';
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
const honda = '00000000-0000-4000-8000-000000000002';

describeEachDatabase('changing rows', { both: 'driver' }, (open) => {
  let host: RestHost | undefined;
  let id = 100;
  beforeEach(async () => {
    host ??= await startRestHost(await buildGarage(await open()));
    id += 10;
  });
  afterAll(() => host?.close());
  const from = (table: string) => {
    if (!host) throw new Error('The host is not started');
    return host.service().from(table);
  };
  const raw = (path: string, init: RequestInit) => {
    if (!host) throw new Error('The host is not started');
    return host.raw(path, init);
  };

  test('an insert returns nothing, or the row', async () => {
    const minimal = await answerOf(from('owners').insert({ id, name: 'Di', email: `${id}@x` }));
    expect(minimal).toEqual({ data: null, error: null, count: null, status: 201 });
    const car = { owner_id: id, plate: `P${id}`, tags: ['a', 'b,c'], details: { deep: [1] } };
    const shown = from('cars').insert(car).select('owner_id,wheels,tags,details');
    expect(await answerOf(shown.single())).toMatchObject({
      status: 201,
      data: { owner_id: id, wheels: 4, tags: ['a', 'b,c'], details: { deep: [1] } },
    });
  });

  test('numbers keep every digit', async () => {
    const body = `{"plate": "P${id}", "mileage": 9007199254740995, "price": 10.10}`;
    const response = await raw('/cars?select=mileage,price', {
      method: 'POST',
      body,
      headers: { prefer: 'return=representation', 'content-type': 'application/json' },
    });
    expect(await response.text()).toBe('[{"mileage":9007199254740995,"price":10.10}]');
  });

  test('an empty object inserts defaults', async () => {
    expect(await failureOf(from('cars').insert({}))).toEqual([400, '23502']);
  });

  test('an update changes the filtered rows and returns their number', async () => {
    const changed = from('repairs').update({ cost: 55 }, { count: 'exact' }).eq('car_id', volvo);
    expect(
      await answerOf(changed.gte('cost', 0).select('title,cost').order('title')),
    ).toMatchObject({
      status: 200,
      count: 2,
      data: [
        { title: 'Brakes', cost: 55 },
        { title: 'Lights', cost: 55 },
      ],
    });
    expect(await answerOf(from('repairs').update({ cost: 1 }).eq('id', 999))).toMatchObject({
      status: 204,
    });
    expect(
      await answerOf(from('repairs').update({ cost: 1 }).eq('id', 999).select()),
    ).toMatchObject({
      status: 200,
      data: [],
    });
    expect(await answerOf(from('repairs').update({}).eq('id', 1).select())).toMatchObject({
      data: [],
    });
  });

  test('a delete returns the deleted rows', async () => {
    const gone = from('repairs').delete({ count: 'exact' }).eq('car_id', honda);
    expect(await answerOf(gone.select('title'))).toMatchObject({
      status: 200,
      count: 1,
      data: [{ title: 'Paint' }],
    });
    expect(await answerOf(from('repairs').delete().eq('car_id', honda))).toMatchObject({
      status: 204,
    });
  });

  test('a change that does not affect the single requested row is rolled back', async () => {
    const before = await rowsOf(from('owners').select('name').order('id'));
    const query = from('owners').update({ name: 'Nobody' }).in('id', [1, 2]).select().single();
    expect(await failureOf(query)).toEqual([406, 'PGRST116']);
    expect(await rowsOf(from('owners').select('name').order('id'))).toEqual(before);
  });

  test('an update or delete of a whole table is refused', async () => {
    expect(await failureOf(from('owners').update({ name: 'All' }))).toEqual([400, '21000']);
    expect(await failureOf(from('owners').delete())).toEqual([400, '21000']);
  });

  test('an unsupported part of a change is refused, never ignored', async () => {
    expect(await failureOf(from('owners').delete().eq('id', 1).select().limit(1))).toEqual([
      400,
      'PGRST127',
    ]);
    expect(await failureOf(from('owners').delete().eq('id', 1).rollback())).toEqual([
      400,
      'PGRST127',
    ]);
    expect(await failureOf(from('owners').insert({ id }).eq('id', 1))).toEqual([400, 'PGRST127']);
    expect(await failureOf(from('owners').insert({ id, nmae: 'x' }))).toEqual([400, 'PGRST204']);
    expect(await failureOf(from('owners').update({ nmae: 'x' }).eq('id', 1))).toEqual([
      400,
      'PGRST204',
    ]);
    expect(await rowsOf(from('owners').select('name').eq('id', 1))).toEqual([{ name: 'Ada' }]);
  });

  test('constraint errors have their own codes', async () => {
    const owner = { id: 1, name: 'x', email: 'new@x' };
    expect(await failureOf(from('owners').insert(owner))).toEqual([409, '23505']);
    expect(
      await failureOf(from('papers').insert({ car_id: crypto.randomUUID(), number: '1' })),
    ).toEqual([409, '23503']);
    expect(
      await failureOf(from('repairs').insert({ car_id: volvo, title: 'x', cost: -1 })),
    ).toEqual([400, '23514']);
    expect(await failureOf(from('repairs').insert({ car_id: 'abc', title: 'x' }))).toEqual([
      400,
      '22P02',
    ]);
    expect(await failureOf(from('cars').update({ kind: 'van' }).eq('id', volvo))).toEqual([
      400,
      '22P02',
    ]);
  });
});
