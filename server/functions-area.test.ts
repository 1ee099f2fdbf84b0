import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from './backend/database/database.ts';
import { bookingRequest, customerInfo } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

describeEachDatabase('a new database', (open) => {
  let database: Database;
  let host: FunctionHost;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
  });
  afterAll(() => database.close());

  const bookAt = (place: {
    address: string;
    city: string;
    province: string;
    postalCode: string;
  }) => {
    const request = bookingRequest(host);
    return host.call('create-booking', {
      ...request,
      customerInfo: { ...customerInfo, ...request.customerInfo, ...place },
    });
  };
  const claims = async () => {
    const { rows } = await database.pool.query('select id from public.slot_claims');
    return rows.length;
  };

  const vancouver = {
    address: '2901 East Hastings Street',
    city: 'Vancouver',
    province: 'BC',
    postalCode: 'V5K 0A1',
  };

  it('refuses an address in Vancouver and names its postal code [S1.1]', async () => {
    const { status, body } = await bookAt(vancouver);
    expect(status, JSON.stringify(body)).toBe(409);
    expect(body).toMatchObject({
      error: {
        code: 'outside_service_area',
        fields: { postalCode: 'This postal code is outside the area we serve.' },
      },
    });
    expect(await claims()).toBe(0);
  });

  it.each([
    { address: '6311 Old Church Road', city: 'Caledon', province: 'ON', postalCode: 'L7C 1J6' },
    { address: '100 Queen Street West', city: 'Toronto', province: 'ON', postalCode: 'M5H 2N2' },
  ])('holds a time for an address in $city', async (place) => {
    const before = await claims();
    const { status, body } = await bookAt(place);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await claims()).toBe(before + 1);
  });

  it('serves everywhere after the owner has removed all prefixes', async () => {
    await database.pool.query('delete from public.service_area');
    const { status, body } = await bookAt(vancouver);
    expect(status, JSON.stringify(body)).toBe(201);
  });
});
