// The image of Dockerfile: built on a stand-in for Node's image, run read-only as its user; the compose files. Root on Debian.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createBooking,
  freeDay,
  payBooking,
  readBooking,
  verifyPayment,
} from '../../e2e/fixtures/booking-api.ts';
import { freePort, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { check } from './fixtures/checks.ts';
import { needPrograms } from './fixtures/programs.ts';
import { run } from './fixtures/run.ts';
import { untilHealthy } from './fixtures/until-healthy.ts';

const node = '24.9.0';
const base = 'docker.io/library/node:24-bookworm-slim';
const image = 'localhost/mobile-detailing-booking';
const mostMegabytes = 120;

needPrograms({
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
  'docker-compose': 'docker-compose',
  caddy: 'caddy',
  setpriv: 'util-linux',
});
const folder = await temporaryFolder();
const store = ['--root', join(folder.path, 'images'), '--runroot', join(folder.path, 'run')];
const buildah = (...args: string[]) =>
  run('buildah', [...store, ...args], {
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
  }).trim();

type Image = {
  Docker: {
    config: {
      User: string;
      Env: string[];
      Cmd: string[];
      WorkingDir: string;
      Volumes: Record<string, object>;
      Labels: Record<string, string>;
      Healthcheck: { Test: string[] };
    };
  };
};

try {
  await check('Dockerfile has no finding of a linter', lint);
  makeBase();
  await check('the image is built', () => {
    buildah('build', '--format', 'docker', '--pull-never', ...npmAsHere(), '--tag', image, '.');
  });
  const { config } = (JSON.parse(buildah('inspect', '--type', 'image', image)) as Image).Docker;
  await check('it has a user, a volume, a health check, labels, and no secret', () => {
    assert.equal(config.User, 'node');
    assert.deepEqual(Object.keys(config.Volumes), ['/data']);
    assert.ok(config.Labels['org.opencontainers.image.title']);
    const names = config.Env.map((one) => one.split('=')[0]).sort();
    assert.deepEqual(names, ['DATA_DIR', 'HOST', 'NODE_ENV', 'PATH', 'PORT']);
  });
  const root = buildah('mount', buildah('from', '--pull-never', image));
  await check('it holds the archive and the packages that it needs, and no tool', () => {
    const app = readdirSync(join(root, 'app')).sort();
    assert.deepEqual(app, [
      ...[
        '.env.example',
        'CHANGELOG.md',
        'LICENSE',
        'NOTICES.md',
        'README.md',
        'deploy',
        'dist',
        'docs',
        'node_modules',
      ],
      ...['package-lock.json', 'package.json'],
    ]);
    for (const name of ['vite', 'typescript', 'react', '@playwright']) {
      assert.ok(!existsSync(join(root, 'app/node_modules', name)), name);
    }
    const megabytes = Number(run('du', ['-sm', join(root, 'app')]).split('\t')[0]);
    console.log(`  ${megabytes} MB in /app`);
    assert.ok(megabytes < mostMegabytes);
  });
  await runIt(root, config);
  await checkCompose();
} finally {
  run('sh', ['-c', `buildah ${store.join(' ')} umount --all; buildah ${store.join(' ')} rm --all`]);
  await folder.remove();
}

function lint() {
  const said = run('npm', [
    ...['exec', '--yes', '--package=dockerfile-utils@0.16.3', '--'],
    ...['dockerfile-utils', 'lint', 'Dockerfile'],
  ]);
  assert.doesNotMatch(said, /error|warning/i);
}

/** Mounts this machine's certificates, and where its npm finds packages. */
function npmAsHere() {
  const settings = join(folder.path, 'npmrc');
  const of = (name: string) => run('npm', ['config', 'get', name]).trim();
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  writeFileSync(settings, `registry=${of('registry')}\ncafile=${certificates}\n`);
  const volumes = [`${settings}:/root/.npmrc:ro`, `${certificates}:${certificates}:ro`];
  return volumes.flatMap((volume) => ['--volume', volume]);
}

/** Debian's smallest root with the Node and the user of the official image. */
function makeBase() {
  const cache = '.cache/container-base.tar';
  mkdirSync('.cache', { recursive: true });
  if (!existsSync(cache)) {
    console.log('Making a Debian root …');
    run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', cache]);
  }
  const tools = join(folder.path, 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'package.json'), '{}');
  const nodePackage = `node-${process.platform}-${process.arch}`;
  run('npm', ['install', '--no-audit', '--no-fund', `${nodePackage}@${node}`, 'npm@11.21.2'], {
    cwd: tools,
  });
  const container = buildah('from', 'scratch');
  buildah('add', container, cache, '/');
  const modules = join(tools, 'node_modules');
  buildah('copy', container, join(modules, nodePackage, 'bin/node'), '/usr/local/bin/node');
  buildah('copy', container, join(modules, 'npm'), '/usr/local/lib/node_modules/npm');
  buildah(
    ...['run', container, '--', 'sh', '-c'],
    `ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
     chmod 755 /usr/local/bin/node /usr/local/lib/node_modules/npm/bin/npm-cli.js
     useradd --uid 1000 --user-group --create-home node`,
  );
  buildah(
    'config',
    '--env',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    container,
  );
  buildah('commit', '--quiet', container, base);
}

async function runIt(root: string, config: Image['Docker']['config']) {
  const data = join(folder.path, 'data');
  mkdirSync(data);
  chownSync(data, 1000, 1000);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = [...config.Env, `PORT=${port}`, 'HOME=/home/node'];
  const inside = (command: readonly string[]) => ({
    root,
    data,
    command: ['env', '-i', '-C', config.WorkingDir, ...env, ...command],
  });

  let server = start(inside(config.Cmd));
  await untilHealthy(origin, () => server.exitCode !== null);
  let bookingId = '';
  await check('it books and pays as its user, without rights, on a read-only root', async () => {
    const booking = await createBooking(origin, {
      bookingDate: freeDay(),
      email: 'robin@customer.example',
    });
    await payBooking(origin, booking);
    await verifyPayment(origin, booking.bookingId);
    bookingId = booking.bookingId;
    const status = run('sh', [
      '-c',
      `cat /proc/$(pgrep -n -u 1000 -f '^node dist/server/main.js')/status`,
    ]);
    assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m);
    assert.match(status, /^CapEff:\t0+$/m);
    assert.match(status, /^NoNewPrivs:\t1$/m);
    assert.notEqual(await exitOf(start(inside(['touch', '/app/x']))), 0, 'the root is writable');
  });
  await check('its health check tells a server that answers from one that does not', async () => {
    const [, ...test] = config.Healthcheck.Test;
    assert.equal(await exitOf(start(inside(test))), 0);
    assert.equal(await exitOf(start(inside(['env', 'PORT=9', ...test]))), 1);
  });
  await check('it ends with 0 on SIGTERM, and the volume keeps the booking', async () => {
    server.kill('SIGTERM');
    assert.equal(await exitOf(server), 0);
    server = start(inside(config.Cmd));
    await untilHealthy(origin, () => server.exitCode !== null);
    const [kept] = await readBooking(origin, bookingId);
    assert.equal(kept?.['status'], 'deposit_paid');
    server.kill('SIGTERM');
    await exitOf(server);
  });
}

type Inside = { root: string; data: string; command: readonly string[] };

/** Runs a command in the image as a container does: its root read-only, its user without any right. */
function start({ root, data, command }: Inside): ChildProcess {
  const mounts = `
    mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" &&
    mount --bind "$1" "$0/data" && mount -t tmpfs tmpfs "$0/tmp" &&
    mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" && shift &&
    exec chroot "$0" setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs \\
      --inh-caps=-all --bounding-set=-all "$@"`;
  return spawn('unshare', ['--mount', 'sh', '-c', mounts, root, data, ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function checkCompose() {
  const project = join(folder.path, 'project');
  run('sh', [
    '-c',
    `mkdir "$0" && cp -r compose*.yaml deploy "$0" && cp .env.example "$0/.env"`,
    project,
  ]);
  const compose = (...args: string[]) =>
    run('docker-compose', [...args, 'config'], { cwd: project });
  await check('compose.yaml is valid', () => {
    assert.match(compose(), /read_only: true/);
  });
  const both = ['-f', 'compose.yaml', '-f', 'compose.postgres.yaml'];
  await check('compose.postgres.yaml asks for what it needs, and is valid with it', () => {
    assert.throws(() => compose(...both), /POSTGRES_PASSWORD|SITE/);
    writeFileSync(join(project, '.env'), 'POSTGRES_PASSWORD=secret\nSITE=wash.example\n');
    assert.match(
      compose(...both),
      /DATABASE_URL: postgres:\/\/booking:secret@database:5432\/booking/,
    );
  });
  await check('the Caddyfile is valid', () => {
    run('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'], {
      env: { ...process.env, SITE: 'wash.example', SERVERS: 'app:3000', HOME: folder.path },
    });
  });
  rmSync(project, { recursive: true });
}
