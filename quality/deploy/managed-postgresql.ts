// PostgreSQL 15 to 18 of another company: a plain owner, passwords over TLS. [version …]. Root on Debian.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  createBooking,
  freeDay,
  payBooking,
  post,
  readBooking,
  verifyPayment,
  answered,
} from '../../e2e/fixtures/booking-api.ts';
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { check } from './fixtures/checks.ts';
import { makeCertificates, startCluster, versions } from './fixtures/clusters.ts';
import { needPrograms } from './fixtures/programs.ts';
import { run } from './fixtures/run.ts';

needPrograms({
  openssl: 'openssl',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  pg_dump: 'postgresql-client-15',
});
const chosen = process.argv.slice(2);
const folder = await temporaryFolder();
// The server makes its folder private.
const dataDir = join(folder.path, 'server');
const certificates = makeCertificates(folder.path);
const password = 'a secret of the owner';

try {
  for (const version of chosen.length > 0 ? chosen : versions) await tryVersion(version);
} finally {
  await folder.remove();
}

async function tryVersion(version: string) {
  const cluster = await startCluster(version, folder.path, certificates);
  const { port, query } = cluster;
  const on = `on PostgreSQL ${version}, `;
  const verified = `sslmode=verify-full&sslrootcert=${certificates.authority}`;
  const address = (user: string, settings = verified, host = 'localhost') =>
    `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${user}?${settings}`;
  try {
    // As a managed service has it: its customer's administrator is no superuser.
    const cloud = { name: 'cloud_admin', password };
    await query(`create role cloud_admin login createrole createdb password '${password}'`);
    const newOwner = async (name: string, rights = '') => {
      await query(`create role ${name} login ${rights} password '${password}'`, cloud);
      await query(`grant ${name} to cloud_admin`, cloud);
      await query(`create database ${name} owner ${name}`, cloud);
    };

    await check(`${on}an owner who may create roles starts without further steps`, async () => {
      await newOwner('maker', 'createrole');
      const { stop } = await start(address('maker'));
      assert.equal(await stop(), 0);
    });
    await query('drop database maker');
    await query('drop role anon, authenticated, service_role');

    await newOwner('shop');
    await check(`${on}a plain owner is refused with one line that names the command`, () => {
      const line = refusalOf(address('shop'));
      assert.match(line, /^The database user shop can't use the roles anon, .*database:roles/);
    });
    await check(`${on}an administrator without superuser rights runs the printed SQL`, async () => {
      const sql = printed(address('shop'));
      for (let times = 0; times < 2; times += 1) await query(sql, { ...cloud, database: 'shop' });
      const powerful = await query(
        `select rolname from pg_roles where rolname in ('shop', 'anon', 'authenticated', 'service_role')
         and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls)`,
      );
      assert.deepEqual(powerful, []);
    });
    await check(`${on}it starts, books, pays, cancels and refunds`, () => visit(address('shop')));
    await check(`${on}it starts again`, async () => {
      const { stop } = await start(address('shop'));
      assert.equal(await stop(), 0);
    });
    // Debian's pg_dump is of that version.
    if (version === '15') {
      await check(`${on}a backup is made over verified TLS`, () => {
        const file = join(folder.path, 'backup.tgz');
        const env = { PATH: process.env['PATH'], DATABASE_URL: address('shop'), DATA_DIR: dataDir };
        run(process.execPath, ['dist/server/backup.js', 'backup', file], { env });
      });
    }

    const refusals: [string, string, RegExp][] = [
      ['without TLS', address('shop', ''), /no pg_hba\.conf entry.*no encryption/],
      ['an unknown authority', address('shop', 'sslmode=require'), /certificate/],
      [
        'the certificate of another authority',
        address('shop', `sslmode=verify-full&sslrootcert=${certificates.stranger}`),
        /certificate/,
      ],
      ['a certificate for another name', address('shop', verified, '127.0.0.1'), /altnames|IP/],
      [
        'a missing root certificate',
        address('shop', 'sslmode=verify-full&sslrootcert=/nowhere.crt'),
        /nowhere\.crt/,
      ],
      ['a wrong password', address('shop').replace('a%20secret', 'no'), /password authentication/],
      ['an unknown database', address('shop').replace('/shop?', '/other?'), /"other"/],
      ['a closed port', address('shop').replace(`:${port}/`, ':9/'), /ECONNREFUSED/],
    ];
    for (const [what, url, reason] of refusals) {
      await check(`${on}${what} is refused with one line`, () => {
        const line = refusalOf(url);
        assert.match(line, /^DATABASE_URL can't be used: /);
        assert.match(line, reason);
        assert.ok(!line.includes('secret'), line);
      });
    }
    await check(`${on}"sslmode=require" with the root certificate starts in silence`, async () => {
      const server = await start(
        address('shop', `sslmode=require&sslrootcert=${certificates.authority}`),
      );
      assert.doesNotMatch(server.output(), /warning/i);
      assert.equal(await server.stop(), 0);
    });
  } finally {
    await cluster.stop();
  }
}

function start(url: string) {
  return startServer({ dataDir, env: { DATABASE_URL: url } });
}

/** The one line with which the start ends. Throws if there are more, or another exit code. */
function refusalOf(url: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0' },
    encoding: 'utf8',
    timeout: 60_000,
  });
  const lines = `${stdout}${stderr}`.trim().split('\n');
  assert.equal(status, 1, lines.join('\n'));
  assert.equal(lines.length, 1, lines.join('\n'));
  return lines.join();
}

function printed(url: string): string {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'database:roles'], {
    env: { ...process.env, DATABASE_URL: url },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

async function visit(url: string) {
  const server = await start(url);
  try {
    const email = 'robin@customer.example';
    const booking = await createBooking(server.origin, { bookingDate: freeDay(), email });
    await payBooking(server.origin, booking);
    await verifyPayment(server.origin, booking.bookingId);
    const [paid] = await readBooking(server.origin, booking.bookingId);
    assert.equal(paid?.status, 'deposit_paid');
    const { bookingId } = booking;
    const cancelled = await answered<object>(
      await post(server.origin, '/functions/v1/cancel-booking', { bookingId, email }),
    );
    console.log(`  ${JSON.stringify(cancelled)}`);
    const [closed] = await readBooking(server.origin, bookingId);
    assert.equal(closed?.status, 'cancelled');
  } finally {
    await server.stop();
  }
}
