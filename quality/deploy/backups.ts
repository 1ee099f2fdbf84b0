// daily backups to a folder and a bucket: kept, restored, killed halfway, the owner's email. [embedded|postgres]
import assert from 'node:assert/strict';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPhotoBucket } from '../../e2e/fixtures/photo-bucket.ts';
import {
  freePort,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from '../../e2e/fixtures/server-process.ts';
import { startMailSink } from '../chaos/fixtures/mail-sink.ts';
import { databases, placeOn, type DatabaseName, type Place } from '../fixtures/places.ts';
import { compareRestored, refuseRestore } from './fixtures/backups/compare-restored.ts';
import {
  addBallast,
  command,
  fillBooks,
  filesIn,
  nextMinute,
  passADay,
  sizeOf,
  textOf,
  timeIn,
  todayOf,
  until,
  whileAsking,
} from './fixtures/backups/shop.ts';
import { check } from './fixtures/checks.ts';
import { needPrograms } from './fixtures/programs.ts';
import { run } from './fixtures/run.ts';

needPrograms({ pg_dump: 'postgresql-client' });
const chosen = process.argv.slice(2) as DatabaseName[];
for (const name of chosen.length > 0 ? chosen : databases) await tryOn(name);

async function tryOn(name: DatabaseName) {
  const place = await placeOn(name);
  const around = await temporaryFolder();
  const mails = await startMailSink();
  const bucket = await startPhotoBucket(join(around.path, 'bucket'));
  const folder = join(around.path, 'backups');
  const started: ServerProcess[] = [];
  const step = (what: string, work: () => unknown) =>
    check(`${place.label}: ${what}`, async () => {
      try {
        await work();
      } finally {
        for (const server of started.splice(0)) await server.kill();
      }
    });
  // Not due within this run.
  const daily = { BACKUP_SCHEDULE: timeIn(-360), BACKUP_TO: folder, BACKUP_KEEP: '2' };
  const { S3_BUCKET, ...store } = bucket.env;
  const remote = { ...daily, ...store, BACKUP_TO: `s3://${S3_BUCKET}/daily` };
  const env = { ...place.env, ...mails.env, TRUSTED_PROXIES: '1' };
  const start = async (more: Record<string, string> = {}) => {
    const server = await startServer({
      dataDir: place.dataDir,
      env: { ...env, ...daily, ...more },
    });
    started.push(server);
    return server;
  };
  const stored = async () =>
    [...(await filesIn(folder)).keys()].filter((file) => /^scheduled-.*\.tgz$/.test(file));
  const unfinished = async () =>
    [...(await filesIn(folder))].filter(([file]) => file.endsWith('.unfinished'));
  const listed = async (where: Record<string, string>) => {
    const { said } = await command('admin', ['backups'], { DATA_DIR: place.dataDir, ...where });
    return said.match(/scheduled-\S+/g) ?? [];
  };
  let photo = '';
  let pixels = '';

  try {
    await step(`a new schedule begins with a backup, and a restart makes no other`, async () => {
      const server = await start();
      await until('the first backup', async () => (await stored()).length === 1, 20_000);
      photo = await fillBooks(server.origin);
      pixels = await textOf(`${server.origin}${photo}`);
      await server.stop();
      const again = await start();
      await pause(3_000);
      await again.stop();
      assert.equal((await stored()).length, 1);
      await writeFile(join(folder, 'backup-by-hand.tgz'), 'mine');
    });

    await step(`the next one is made at its time, while customers are answered`, async () => {
      const metricsPort = await freePort();
      const server = await start({
        BACKUP_SCHEDULE: nextMinute(),
        METRICS_PORT: String(metricsPort),
      });
      const made = until(
        'the scheduled backup',
        async () => (await stored()).length === 2,
        130_000,
      );
      const { slowestMs } = await whileAsking(server.origin, made);
      console.log(`  slowest of the answers meanwhile: ${slowestMs} ms`);
      assert.ok(slowestMs < 5_000);
      await until('its line in the log', () => /A backup was made/.test(server.output()), 5_000);
      const text = await textOf(`http://127.0.0.1:${metricsPort}/metrics`);
      const [, seconds] = /^backup_last_success_timestamp_seconds (\S+)$/m.exec(text) ?? [];
      assert.ok(Math.abs(Number(seconds) * 1000 - Date.now()) < 60_000, seconds);
      await server.stop();
    });

    await step(`a missed one is made at the start, and the newest two are kept`, async () => {
      const before = await stored();
      await passADay(place);
      await start();
      if (name === 'postgres') {
        started.push(await startReplica(place, around.path, { ...env, ...daily }));
      }
      await until(
        'the third backup',
        async () => !(await stored()).includes(before[0] ?? ''),
        40_000,
      );
      // The replica's turns.
      await pause(20_000);
      for (const server of started) await server.stop();
      const after = await stored();
      assert.equal(after.length, 2);
      assert.equal(after[0], before[1]);
      assert.ok((await filesIn(folder)).has('backup-by-hand.tgz'));
    });

    await step(`it is restored into a new server with the same books and photo`, async () => {
      const newest = (await stored()).at(-1) ?? '';
      await compareRestored(place, newest, daily, { photo, pixels });
    });

    await step(`a server killed during a backup leaves none that looks whole`, async () => {
      const before = await stored();
      await passADay(place);
      const ballast = await addBallast(place);
      const server = await start();
      await until(
        'a megabyte of the backup',
        async () => (await unfinished()).some(([, bytes]) => bytes > 1e6),
        60_000,
      );
      await server.kill();
      assert.deepEqual(await stored(), before);
      const [part] = await unfinished();
      assert.ok(part);
      await refuseRestore(join(folder, part[0]), join(around.path, 'part.tgz'));
      await rm(ballast);
      const again = await start();
      await until(
        'the next backup',
        async () => (await stored()).at(-1) !== before.at(-1),
        120_000,
      );
      assert.deepEqual(await unfinished(), []);
      await again.stop();
    });

    await step(`the owner is told of a folder that can’t be written`, async () => {
      const server = await start({ BACKUP_SCHEDULE: nextMinute() });
      await rename(folder, `${folder}-away`);
      await writeFile(folder, 'no folder any more');
      const isIt = ({ subject }: { subject: string }) => /no new backup/.test(subject);
      await until('the failure', () => /A backup failed/.test(server.output()), 130_000);
      const mail = await mails.mailTo('info@lustre.example', isIt);
      assert.match(mail.text, /The latest attempt failed: The backup to \S+ failed\. ENOTDIR/);
      console.log(
        `  ${mail.subject}: ${mail.text.split('\n').find((line) => /attempt/.test(line))}`,
      );
      assert.match(await todayOf(server.origin), /"reason": ?"The backup to .* failed/);
      await rm(folder);
      await rename(`${folder}-away`, folder);
      await server.stop();
    });

    await step(`a bucket gets backups, and none of a killed server`, async () => {
      await passADay(place);
      await untilMade(
        () => start(remote),
        async () => (await listed(remote)).length === 1,
      );
      await passADay(place);
      const ballast = await addBallast(place);
      const server = await start(remote);
      const parts = () => sizeOf(join(around.path, 'bucket')) > 20e6;
      await until('parts of the upload', parts, 60_000);
      await server.kill();
      await rm(ballast);
      assert.equal((await listed(remote)).length, 1);
      await passADay(place);
      await untilMade(
        () => start(remote),
        async () => (await listed(remote)).length === 2,
      );
      await passADay(place);
      const [second] = await listed(remote);
      await untilMade(
        () => start(remote),
        async () => (await listed(remote))[1] === second,
      );
      assert.equal((await listed(remote)).length, 2);
    });

    await step(`a backup of a bucket is restored with the same books and photo`, async () => {
      const [newest = ''] = await listed(remote);
      await compareRestored(place, newest, remote, { photo, pixels });
    });

    await step(`what can't succeed ends the start with one line`, async () => {
      await writeFile(join(around.path, 'file'), '');
      const wrong = [
        [{ BACKUP_TO: join(around.path, 'file') }, /^BACKUP_TO: .* can't be used \(EEXIST\)/],
        [{ BACKUP_TO: join(place.dataDir, 'backups') }, /^BACKUP_TO must be outside DATA_DIR/],
        [{ BACKUP_SCHEDULE: 'daily' }, /^BACKUP_SCHEDULE must be a time of day/],
        // After a warning of the client about Node.
        [{ ...remote, BACKUP_TO: 's3://nowhere' }, /^BACKUP_TO: there is no bucket "nowhere"/],
      ] as const;
      for (const [more, line] of wrong) {
        const error = await start(more).then(() => 'It started', String);
        assert.match(error.trim().split('\n').at(-1) ?? '', line);
      }
    });
    if (name === 'postgres' && process.getuid?.() === 0) {
      await step(`a missing pg_dump ends the start with one line`, () => {
        const hidden =
          '/usr/bin/mount -t tmpfs none /usr/lib/postgresql && "$0" dist/server/main.js 2>&1 || true';
        const said = run(
          '/usr/bin/unshare',
          ['--mount', '/bin/sh', '-c', hidden, process.execPath],
          {
            env: { ...env, ...daily, DATA_DIR: place.dataDir, PATH: '/nowhere' },
          },
        );
        assert.match(said.trim(), /^BACKUP_SCHEDULE: pg_dump is not installed: .*$/);
      });
    }
  } finally {
    await mails.close();
    await bucket.stop();
    await around.remove();
    await place.remove();
  }
}

/** Starts a server, and stops it once it made its backup. */
async function untilMade(
  start: () => ReturnType<typeof startServer>,
  isMade: () => Promise<boolean>,
) {
  const server = await start();
  await until('a backup', isMade, 90_000);
  await until('its line in the log', () => /A backup was made/.test(server.output()), 5_000);
  // Old ones are deleted after that.
  await pause(500);
  await server.stop();
}

/** Another server on the same PostgreSQL with the same photos. */
async function startReplica(place: Place, folder: string, env: Record<string, string>) {
  const dataDir = join(folder, 'replica');
  await mkdir(dataDir);
  await symlink(join(place.dataDir, 'storage'), join(dataDir, 'storage'));
  return startServer({ dataDir, env });
}
