// deploy/Caddyfile and deploy/nginx.conf in front of two servers: TLS, uploads, live updates, kills. [caddy|nginx]. Root on Debian.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import {
  createBooking,
  freeDay,
  payBooking,
  readBooking,
  verifyPayment,
} from '../../e2e/fixtures/booking-api.ts';
import {
  freePort,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from '../../e2e/fixtures/server-process.ts';
import { check } from './fixtures/checks.ts';
import { makeCertificates, startCluster } from './fixtures/clusters.ts';
import { needPrograms } from './fixtures/programs.ts';
import { clientOf, type Answer, type Client } from './fixtures/proxies/client.ts';
import { inquiry, mixedLoad, type Load } from './fixtures/proxies/mixed-load.ts';
import { startCaddy, startNginx, type Proxy } from './fixtures/proxies/start-proxy.ts';

needPrograms({
  caddy: 'caddy',
  nginx: 'nginx-light',
  openssl: 'openssl',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
});
const starts = { caddy: startCaddy, nginx: startNginx };
type Name = keyof typeof starts;
const chosen = (process.argv.length > 2 ? process.argv.slice(2) : Object.keys(starts)) as Name[];
const noticeSeconds = 5;
const idleSeconds = 70;
const load = { count: 500, perSecond: 40 };
const inquiriesAnHour = 10;

// fetch knows no authority of ours. The script's own requests check the certificate.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';

const folder = await temporaryFolder();
const certificates = makeCertificates(folder.path);
const cluster = await startCluster('15', folder.path, certificates);
const password = 'a secret of the owner';

try {
  for (const name of chosen) await tryProxy(name);
} finally {
  await cluster.stop();
  await folder.remove();
}

async function tryProxy(name: Name) {
  await cluster.query(`create role ${name} login createrole password '${password}'`);
  await cluster.query(`create database ${name} owner ${name}`);
  const certificateFolder = join(folder.path, `${name}-certificates`);
  mkdirSync(certificateFolder);
  const { authority, certificate, key } = makeCertificates(certificateFolder);
  const ports = [await freePort(), await freePort()] as const;
  const place = { folder: join(folder.path, name), certificate, key, servers: ports };
  const proxy = await starts[name](place);
  const client = clientOf(`https://localhost:${proxy.port}`, authority);
  const servers: ServerProcess[] = [];
  const begin = async (index: 0 | 1, env: Record<string, string> = {}) => {
    servers[index] = await startServer({
      dataDir: join(folder.path, `${name}-data`),
      port: ports[index],
      env: {
        DATABASE_URL: `postgres://${name}:${encodeURIComponent(password)}@localhost:${cluster.port}/${name}?sslmode=verify-full&sslrootcert=${certificates.authority}`,
        PUBLIC_URL: client.origin,
        TRUSTED_PROXIES: '1',
        STOP_NOTICE_SECONDS: String(noticeSeconds),
        MAILBOX: '1',
        ACCESS_LOG: '1',
        ...env,
      },
    });
  };
  const behind = { name, proxy, client, servers, begin };
  try {
    await check(`${name}: without a server, a customer reads that the site restarts`, async () => {
      assertRestarting(await client.ask('/'));
    });
    await begin(0);
    await begin(1);
    await untilBack(client);
    await checkPages(behind);
    await checkVisits(behind);
    await checkUploads(behind);
    await checkAddresses(behind);
    await checkLive(behind);
    await checkLoss(behind);
    await checkDatabaseAway(behind);
    await checkWrongSetting(behind);
  } finally {
    await proxy.stop();
    await Promise.all(servers.map((server) => server.kill()));
    if (process.exitCode) console.error(proxy.output().slice(-1500));
  }
}

type Behind = {
  name: Name;
  proxy: Proxy;
  client: Client;
  servers: ServerProcess[];
  begin: (index: 0 | 1, env?: Record<string, string>) => Promise<void>;
};

async function checkPages({ name, proxy, client }: Behind) {
  await check(`${name}: http:// leads to https://`, async () => {
    const { status, headers } = await fetch(`http://localhost:${proxy.plainPort}/gallery?x=1`, {
      redirect: 'manual',
    });
    assert.ok([301, 308].includes(status), String(status));
    assert.equal(headers.get('location'), 'https://localhost/gallery?x=1');
  });
  await check(`${name}: it speaks HTTP/2, and HTTP/1.1`, async () => {
    assert.deepEqual(await client.http2('/'), { protocol: 'h2', status: 200 });
    assert.equal((await client.ask('/')).status, 200);
  });
  await check(`${name}: pages and files arrive as the server sends them`, async () => {
    const page = await client.ask('/', { headers: { 'accept-encoding': 'br' } });
    assert.equal(page.headers['content-encoding'], 'br');
    assert.equal(page.headers['strict-transport-security'], 'max-age=31536000');
    const script = readdirSync('dist/client/assets').find((file) => file.endsWith('.js.br'));
    assert.ok(script);
    const path = `/assets/${script.slice(0, -'.br'.length)}`;
    const file = await client.ask(path, { headers: { 'accept-encoding': 'br, gzip' } });
    assert.match(file.headers['cache-control'] ?? '', /immutable/);
    assert.equal(file.headers['content-encoding'], 'br');
    assert.ok(file.body.equals(readFileSync(`dist/client/assets/${script}`)));
  });
}

async function checkVisits({ name, client }: Behind) {
  await check(`${name}: a customer books and pays`, async () => {
    const booking = await createBooking(client.origin, { bookingDate: freeDay() });
    await payBooking(client.origin, booking);
    await verifyPayment(client.origin, booking.bookingId);
    const [paid] = await readBooking(client.origin, booking.bookingId);
    assert.equal(paid?.status, 'deposit_paid');
  });
  await check(`${name}: links and cookies have the public address`, async () => {
    const link = await client.ask('/auth/v1/verify?type=signup&token=x');
    assert.equal(link.status, 303);
    assert.equal(new URL(link.headers.location ?? '').origin, client.origin);
    const signIn = await client.ask('/mailbox/sign-in', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: client.origin,
      },
      body: 'email=info@lustre.example&password=a+password+for+tests',
    });
    assert.equal(signIn.status, 303, signIn.text);
    const cookie = signIn.headers['set-cookie']?.join() ?? '';
    assert.match(cookie, /^__Host-mailbox=.*Secure/);
    const mailbox = await client.ask('/mailbox', {
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    assert.equal(mailbox.status, 200);
  });
}

async function checkUploads({ name, proxy, client, servers }: Behind) {
  const upload = async (file: Buffer) => {
    const form = new FormData();
    form.append('cacheControl', '3600');
    form.append('', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'photo.png');
    const encoded = new Response(form);
    return {
      path: `/storage/v1/object/reviews/public/${randomUUID()}.png`,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      body: Buffer.from(await encoded.arrayBuffer()),
    };
  };
  await check(`${name}: a photo of 9.5 MB arrives, without a copy on the disk`, async () => {
    const { path, ...rest } = await upload(await photo());
    const { status, text } = await client.ask(path, { method: 'POST', ...rest });
    assert.equal(status, 200, text);
    const stored = await client.ask(path.replace('/object/', '/object/public/'));
    assert.equal(stored.status, 200);
    assert.deepEqual(proxy.storedUploads() ?? [], []);
  });
  await check(`${name}: a larger one is refused with the server's sentence`, async () => {
    const refusals = new Set<string>();
    for (const megabytes of [10.5, 12, 60]) {
      const { path, ...rest } = await upload(randomBytes(megabytes * 1_048_576));
      for (let times = 0; times < 3; times += 1) {
        const { text } = await client.ask(path, { method: 'POST', ...rest });
        refusals.add(text);
      }
      const direct = await fetch(`${servers[0]?.origin}${path}`, { method: 'POST', ...rest });
      refusals.add(await direct.text());
    }
    assert.equal(refusals.size, 1, [...refusals].join('\n'));
    assert.match([...refusals].join(), /"statusCode":"413".*larger than 10 MB/);
  });
  await check(`${name}: uploads that a server stops reading don't shut it out`, async () => {
    const path = `/storage/v1/object/reviews/public/${randomUUID()}.png`;
    // Within the proxy's limit, which counts a form, and beyond the server's for a file alone.
    const body = randomBytes(10.03 * 1_048_576);
    for (let times = 0; times < 10; times += 1) {
      const headers = { 'content-type': 'image/png' };
      await client.ask(path, { method: 'POST', headers, body });
      assert.equal((await client.ask('/')).status, 200);
    }
  });
}

/** Noise, which no format makes smaller. */
async function photo() {
  const [width, height] = [1790, 1770];
  const raw = { width, height, channels: 3 } as const;
  const file = await sharp(randomBytes(width * height * 3), { raw })
    .png()
    .toBuffer();
  assert.ok(file.length > 9.4e6 && file.length < 9.9e6, String(file.length));
  return file;
}

async function checkAddresses({ name, client, servers }: Behind) {
  await check(`${name}: a client can't choose its address or the id in the logs`, async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
      'x-real-ip': '203.0.113.7',
      'x-request-id': 'chosen-by-a-client',
    };
    const answer = await client.ask('/rest/v1/reviews', { headers, from: '127.0.0.9' });
    assert.match(String(answer.headers['x-request-id']), /^[\w.-]{8,50}$/);
    const logged = servers.map((server) => server.output()).join();
    assert.match(logged, /"address":"127\.0\.0\.9"/);
    assert.doesNotMatch(logged, /203\.0\.113\.7|chosen-by-a-client/);
  });
  await check(
    `${name}: two clients have two limits, and forged headers give no third`,
    async () => {
      await useUpInquiries(client, '127.0.0.2');
      assert.equal((await inquireFrom(client, '127.0.0.2')).status, 429);
      assert.equal((await inquireFrom(client, '127.0.0.3')).status, 201);
    },
  );
}

async function useUpInquiries(client: Client, from: string) {
  for (let count = 0; count < inquiriesAnHour; count += 1) {
    assert.equal((await inquireFrom(client, from)).status, 201);
  }
}

function inquireFrom(client: Client, from: string) {
  const headers = { 'x-forwarded-for': `10.0.${randomBytes(2).join('.')}` };
  return client.postJson('/rest/v1/inquiries', inquiry('An address'), { from, headers });
}

async function checkLive({ name, client }: Behind) {
  await check(`${name}: a live update arrives within a second`, async () => {
    const stream = await client.listen();
    assert.equal(stream.status, 200);
    await until(() => stream.heard().includes('hears'), 1000);
    const began = performance.now();
    await createBooking(client.origin, { bookingDate: freeDay() });
    await until(() => /data: .*times/.test(stream.heard()), 1000);
    console.log(`  ${Math.round(performance.now() - began)} ms after the request of the booking`);
    stream.hangUp();
  });
  await check(`${name}: a stream survives ${idleSeconds} seconds without an update`, async () => {
    const stream = await client.listen();
    await pause(idleSeconds * 1000);
    assert.ok(!stream.hasEnded());
    const before = stream.heard();
    assert.doesNotMatch(before, /data:/);
    await createBooking(client.origin, { bookingDate: freeDay() });
    await until(() => /data: .*times/.test(stream.heard()), 2000);
    stream.hangUp();
  });
}

async function checkLoss(behind: Behind) {
  const { name, proxy, client, servers, begin } = behind;
  await check(`${name}: kill -9 of a server fails no read and doubles no inquiry`, async () => {
    const result = await mixedLoad(client, load, async () => {
      await pause(2000);
      await servers[1]?.kill();
      await pause(3000);
      await begin(1);
    });
    print(result);
    assert.deepEqual(result.failedReads, []);
    await assertStoredOnce(name, result);
  });
  await check(`${name}: SIGTERM of a server fails none of ${load.count} requests`, async () => {
    const [, leaving] = servers;
    const result = await mixedLoad(client, load, async () => {
      await pause(1000);
      await proxy.leaveOut?.(Number(new URL(leaving?.origin ?? '').port));
      assert.equal(await leaving?.stop(), 0);
      await begin(1);
      await proxy.leaveOut?.(null);
    });
    print(result);
    assert.deepEqual([...result.failedReads, ...result.failedPosts], []);
    await assertStoredOnce(name, result);
  });
  await check(
    `${name}: without servers it says so, and it is back seconds after them`,
    async () => {
      await Promise.all(servers.map((server) => server.kill()));
      assertRestarting(await client.ask('/'));
      await begin(0);
      const began = performance.now();
      await untilBack(client);
      console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s after the first server`);
      await begin(1);
    },
  );
}

function print({ failedReads, failedPosts, confirmed, slowestMs }: Load) {
  console.log(
    `  failed: ${failedReads.length} reads, ${failedPosts.length} inquiries; ` +
      `${confirmed.length} inquiries confirmed; slowest ${slowestMs} ms`,
  );
}

/** A confirmed inquiry is there once, and one that failed at most once. */
async function assertStoredOnce(database: string, { confirmed }: Load) {
  const rows = await cluster.query('select subject, count(*)::int from inquiries group by 1', {
    database,
  });
  const counts = new Map(rows.map(({ subject, count }) => [subject, count]));
  const sent = (subject: unknown) => String(subject).startsWith('https:');
  assert.deepEqual(
    rows.filter(({ subject, count }) => sent(subject) && count !== 1),
    [],
  );
  assert.deepEqual(
    confirmed.filter((subject) => counts.get(subject) !== 1),
    [],
  );
}

async function checkDatabaseAway({ name, client }: Behind) {
  await check(`${name}: without the database, the servers' own answers arrive`, async () => {
    await cluster.query(`alter role ${name} connection limit 0`);
    await cluster.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}'`,
    );
    // Longer than the proxy takes to ask each server how it is.
    await pause(5000);
    assert.equal((await client.ask('/')).status, 200);
    const refused = await client.ask('/rest/v1/booked_slots?select=*');
    assert.equal(refused.status, 503);
    assert.match(refused.text, /"PGRST001"/);
  });
  await cluster.query(`alter role ${name} connection limit -1`);
  await untilBack(client);
}

async function checkWrongSetting({ name, client, servers, begin }: Behind) {
  await check(
    `${name}: without TRUSTED_PROXIES all share a limit, and the log says so`,
    async () => {
      await Promise.all(servers.map((server) => server.kill()));
      await begin(0, { TRUSTED_PROXIES: '0' });
      await begin(1, { TRUSTED_PROXIES: '0' });
      await untilBack(client);
      await useUpInquiries(client, '127.0.0.4');
      assert.equal((await inquireFrom(client, '127.0.0.5')).status, 429);
      const logged = servers.map((server) => server.output()).join();
      assert.match(logged, /TRUSTED_PROXIES/);
    },
  );
}

function assertRestarting({ status, headers, text }: Answer) {
  assert.ok([502, 503].includes(status), String(status));
  assert.match(headers['content-type'] ?? '', /^text\/html/);
  assert.match(text, /<h1>Back in a moment<\/h1>/);
  assert.equal(headers['retry-after'], '10');
}

async function untilBack(client: Client) {
  await until(async () => (await client.ask('/readyz')).status === 200, 20_000);
}

async function until(isSo: () => boolean | Promise<boolean>, limitMs: number) {
  const endsAt = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error(`Not within ${limitMs} ms`);
    await pause(20);
  }
}
