import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../domain/business.ts';
import { openEmbeddedCopy } from './testing/embedded-copies.ts';
import { startListeningHost } from './testing/listening-host.ts';

let host: Awaited<ReturnType<typeof startListeningHost>>;
beforeAll(async () => {
  const database = await openEmbeddedCopy();
  await database.pool.query(`select public.set_info_email('old@example.com')`);
  host = await startListeningHost(database);
});
afterAll(() => host.stop());

test('whose address manages reviews is what the business data say at each start', async () => {
  const { rows } = await host.host.database.pool.query('select info_email from private.business');
  expect(rows).toEqual([{ info_email: business.infoEmail }]);
});
