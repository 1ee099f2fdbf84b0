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

  test('an insert answers nothing, the row, or the row with what is related', async () => {
    const minimal = await answerOf(from('owners').insert({ id, name: 'Di', email: `${id}@x` }));
    expect(minimal).toEqual({ data: null, error: null, count: null, status: 201 });
    const car = { owner_id: id, plate: `P${id}`, tags: ['a', 'b,c'], details: { deep: [1] } };
    const shown = from('cars').insert(car).select('owner_id,wheels,tags,details,owners(name)');
    expect(await answerOf(shown.single())).toMatchObject({
      status: 201,
      data: {
        owner_id: id,
        wheels: 4,
        tags: ['a', 'b,c'],
        details: { deep: [1] },
        owners: { name: 'Di' },
      },
    });
  });

  test('numbers keep every digit on their way in', async () => {
    const body = `{"plate": "P${id}", "mileage": 9007199254740995, "price": 10.10}`;
    const response = await raw('/cars?select=mileage,price', {
      method: 'POST',
      body,
      headers: { prefer: 'return=representation', 'content-type': 'application/json' },
    });
    expect(await response.text()).toBe('[{"mileage":9007199254740995,"price":10.10}]');
  });

  test('several rows are inserted at once; a missing key is null, or the default when asked', async () => {
    const rows = [
      { plate: `A${id}`, wheels: 3 },
      { plate: `B${id}`, is_clean: true },
    ];
    const defaults = from('cars').insert(rows, { defaultToNull: false, count: 'exact' });
    expect(await answerOf(defaults.select('plate,wheels,is_clean').order('plate'))).toMatchObject({
      count: 2,
      data: [
        { plate: `A${id}`, wheels: 3, is_clean: null },
        { plate: `B${id}`, wheels: 4, is_clean: true },
      ],
    });
    const nulls = from('cars').insert([{ plate: `C${id}`, wheels: 3 }, { plate: `D${id}` }]);
    expect(await failureOf(nulls)).toEqual([400, '23502']);
    expect(await rowsOf(from('cars').select('plate').eq('plate', `C${id}`))).toEqual([]);
    expect(await answerOf(from('cars').insert([]).select())).toMatchObject({
      data: [],
      status: 201,
    });
  });

  test('an empty object inserts defaults', async () => {
    expect(await failureOf(from('cars').insert({}))).toEqual([400, '23502']);
  });

  test('an upsert merges, or leaves what is there', async () => {
    const base = { id, name: 'Eve', email: `${id}@x` };
    await rowsOf(from('owners').insert(base));
    const merged = from('owners')
      .upsert({ ...base, name: 'Eva' })
      .select('name');
    expect(await rowsOf(merged.single())).toEqual({ name: 'Eva' });
    const options = { onConflict: 'email', ignoreDuplicates: true };
    const ignored = from('owners').upsert(
      [
        { ...base, name: 'Eve' },
        { id: id + 1, name: 'New', email: `${id}+@x` },
      ],
      options,
    );
    expect(await rowsOf(ignored.select('name'))).toEqual([{ name: 'New' }]);
    const mixed = [
      { id, name: 'Evi', email: `${id}@x` },
      { id: id + 2, name: 'Third', email: `${id}++@x` },
    ];
    expect(await rowsOf(from('owners').upsert(mixed, { onConflict: 'id' }).select('name'))).toEqual(
      [{ name: 'Evi' }, { name: 'Third' }],
    );
    const noUnique = from('owners').upsert(base, { onConflict: 'name' });
    expect(await failureOf(noUnique)).toEqual([400, '42P10']);
  });

  test('an update changes what the filters choose, and says how many', async () => {
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

  test('a delete answers the rows that are gone, with what is related', async () => {
    const gone = from('repairs').delete({ count: 'exact' }).eq('car_id', honda);
    expect(await answerOf(gone.select('title,cars(plate)'))).toMatchObject({
      status: 200,
      count: 1,
      data: [{ title: 'Paint', cars: { plate: 'BBB,222' } }],
    });
    expect(await answerOf(from('repairs').delete().eq('car_id', honda))).toMatchObject({
      status: 204,
    });
  });

  test('a change that does not give the one row asked for is undone', async () => {
    const before = await rowsOf(from('owners').select('name').order('id'));
    const query = from('owners').update({ name: 'Nobody' }).in('id', [1, 2]).select().single();
    expect(await failureOf(query)).toEqual([406, 'PGRST116']);
    const tooMany = await raw('/owners?id=in.(1,2)', {
      method: 'PATCH',
      body: '{"name":"Nobody"}',
      headers: { prefer: 'handling=strict, max-affected=1', 'content-type': 'application/json' },
    });
    expect([tooMany.status, ((await tooMany.json()) as { code: string }).code]).toEqual([
      400,
      'PGRST124',
    ]);
    expect(await rowsOf(from('owners').select('name').order('id'))).toEqual(before);
  });

  test('a whole table is neither updated nor deleted', async () => {
    expect(await failureOf(from('owners').update({ name: 'All' }))).toEqual([400, '21000']);
    expect(await failureOf(from('owners').delete())).toEqual([400, '21000']);
  });

  test('what a change cannot follow is refused, never left out', async () => {
    expect(await failureOf(from('owners').delete().eq('id', 1).select().limit(1))).toEqual([
      400,
      'PGRST127',
    ]);
    expect(await failureOf(from('owners').delete().eq('id', 1).rollback())).toEqual([
      400,
      'PGRST122',
    ]);
    expect(await failureOf(from('owners').insert({ id }).eq('id', 1))).toEqual([400, 'PGRST127']);
    expect(await failureOf(from('owners').insert({ id, nmae: 'x' }))).toEqual([400, 'PGRST204']);
    expect(await failureOf(from('owners').update({ nmae: 'x' }).eq('id', 1))).toEqual([
      400,
      'PGRST204',
    ]);
    expect(await rowsOf(from('owners').select('name').eq('id', 1))).toEqual([{ name: 'Ada' }]);
  });

  test('broken rules answer with their own code', async () => {
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

  test('headers alone tell where the new row is', async () => {
    const response = await raw('/owners', {
      method: 'POST',
      body: JSON.stringify({ id, name: 'Loc', email: `${id}@x` }),
      headers: { prefer: 'return=headers-only,count=exact', 'content-type': 'application/json' },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/owners?id=eq.${id}`);
    expect(response.headers.get('content-range')).toBe('*/1');
    expect(response.headers.get('preference-applied')).toBe('return=headers-only, count=exact');
    expect(await response.text()).toBe('');
  });
});
