import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBeforeStart } from './check-before-start.ts';
import { ConfigurationError, readConfig } from './config.ts';

const busy = createServer();
let busyPort = '';
beforeAll(async () => {
  await once(busy.listen(0, '127.0.0.1'), 'listening');
  busyPort = String((busy.address() as AddressInfo).port);
});
afterAll(() => {
  busy.close();
});

const check = (env: Record<string, string>) => checkBeforeStart(readConfig({ PORT: '0', ...env }));

test.each<[string, () => Record<string, string>, () => string]>([
  ['a port in use', () => ({ PORT: busyPort }), () => `PORT ${busyPort} is in use`],
  [
    'a port for measurements in use',
    () => ({ METRICS_PORT: busyPort }),
    () => `METRICS_PORT ${busyPort} is in use`,
  ],
  [
    'an address of another machine',
    () => ({ HOST: '203.0.113.7' }),
    () => "HOST 203.0.113.7 with PORT 0 can't be used (EADDRNOTAVAIL)",
  ],
  [
    'a short password',
    () => ({ ADMIN_PASSWORD: 'wash' }),
    () => 'ADMIN_PASSWORD cannot be used. For an administrator’s password, use at least',
  ],
  [
    'a common password',
    () => ({ ADMIN_PASSWORD: 'password12345678' }),
    () => 'ADMIN_PASSWORD cannot be used. For an administrator’s password, this one is too common',
  ],
  [
    'a missing certificate',
    () => ({ TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' }),
    () => 'TLS_CERT',
  ],
])('refuses %s before the database starts', async (_, env, sentence) => {
  const refused = await check(env()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigurationError);
  expect((refused as Error).message).toContain(sentence());
});

test('leaves the port to the server that follows', async () => {
  const free = createServer();
  await once(free.listen(0, '127.0.0.1'), 'listening');
  const port = String((free.address() as AddressInfo).port);
  await new Promise((resolve) => free.close(resolve));
  const env = { PORT: port, ADMIN_PASSWORD: 'gravel teapot lantern' };
  await check(env);
  await expect(check(env)).resolves.toBeUndefined();
});
