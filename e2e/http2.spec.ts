import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newKey, selfSigned } from '../server/testing/certificate.ts';
import {
  chooseService,
  continueToPayment,
  deposit,
  expectConfirmed,
  fillDetails,
  payByCard,
  payDeposit,
  pickTime,
} from './fixtures/booking-journey.ts';
import { startedFolder } from './fixtures/first-start.ts';
import { startServer } from './fixtures/server-process.ts';
import { databaseEnv, expect, test } from './fixtures/test.ts';

test.use({ ignoreHTTPSErrors: true });

test(
  'a customer books over HTTP/2, and a stopping server waits for no open page',
  { tag: '@full' },
  async ({ page, ownDatabase }) => {
    const folder = await startedFolder();
    const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')];
    const ownKey = newKey();
    await writeFile(key, ownKey);
    await writeFile(cert, selfSigned(ownKey));
    const server = await startServer({
      dataDir: folder.path,
      env: { ...databaseEnv(ownDatabase), TLS_CERT: cert, TLS_KEY: key },
    });

    const live = page.waitForResponse('**/live/v1/changes');
    await chooseService(page, 'Basic Wash', 'Sedan', server.origin);
    await pickTime(page);
    await fillDetails(page, { email: 'http2@customer.example' });
    expect((await live).status()).toBe(200);
    const protocols = await page.evaluate(() =>
      performance
        .getEntries()
        .filter((entry) => 'nextHopProtocol' in entry && entry.nextHopProtocol !== '')
        .map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol),
    );
    expect(protocols.length).toBeGreaterThan(10);
    expect(new Set(protocols)).toEqual(new Set(['h2']));
    await continueToPayment(page, payDeposit);
    await payByCard(page, deposit);
    await expectConfirmed(page);

    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toMatch(/"level":(?:40|50|60)|Warning/);
    await folder.remove();
  },
);
