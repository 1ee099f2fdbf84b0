// deploy/Caddyfile and deploy/nginx.conf in front of two servers: TLS, uploads, live updates, kills. [caddy|nginx]. Root on Debian.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  freePort,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from '../../e2e/fixtures/server-process.ts';
import { check } from './fixtures/checks.ts';
import { makeCertificates, startCluster } from './fixtures/clusters.ts';
import { needPrograms } from './fixtures/programs.ts';
import { assertRestarting, untilBack } from './fixtures/proxies/behind.ts';
import {
  checkDatabaseAway,
  checkKill,
  checkNoServer,
  checkStop,
} from './fixtures/proxies/check-loss.ts';
import {
  checkAddresses,
  checkLive,
  checkPages,
  checkUploads,
  checkVisits,
  checkWrongSetting,
} from './fixtures/proxies/check-requests.ts';
import { clientOf } from './fixtures/proxies/client.ts';
import { startCaddy, startNginx } from './fixtures/proxies/start-proxy.ts';

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
  const behind = { name, proxy, client, servers, begin, query: cluster.query };
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
    await checkKill(behind);
    await checkStop(behind);
    await checkNoServer(behind);
    await checkDatabaseAway(behind);
    await checkWrongSetting(behind);
  } finally {
    await proxy.stop();
    await Promise.all(servers.map((server) => server.kill()));
    if (process.exitCode) console.error(proxy.output().slice(-1500));
  }
}
