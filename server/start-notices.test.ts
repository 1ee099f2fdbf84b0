import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from './backend/database/database.ts';
import { readConfig } from './config.ts';
import { buildHost } from './host.ts';
import { openCopy } from './testing/databases.ts';

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };

/** Starts and stops a server with these settings. Returns what the operator reads. */
async function start(database: Database, env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'notices-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><!--app-config-->');
  const host = await buildHost(readConfig({ DATA_DIR: folder, ...env }), log, {
    database: { ...database, close: () => Promise.resolve() },
    siteFolder: folder,
  });
  await host.startBackground();
  await host.close();
  await rm(folder, { recursive: true, force: true });
  return host.notices;
}

test('another mail server or address than at the last start is named, without passwords', async () => {
  const database = await openCopy();
  const first = {
    SMTP_URL: 'smtp://wash:a-secret@127.0.0.1:1',
    MAIL_FROM: 'booking@wash.example',
    PUBLIC_URL: 'https://wash.example',
  };
  const about = (lines: string[]) => lines.filter((line) => /SMTP_URL|PUBLIC_URL/.test(line));
  expect(about(await start(database, first))).toEqual([]);
  expect(about(await start(database, first))).toEqual([]);
  const other = {
    ...first,
    SMTP_URL: 'smtp://wash:another@127.0.0.1:2',
    PUBLIC_URL: 'https://clean.example',
  };
  expect(about(await start(database, other))).toEqual([
    'SMTP_URL is another (127.0.0.1:2) than at the last start (127.0.0.1:1)',
    'PUBLIC_URL is another (https://clean.example) than at the last start (https://wash.example)',
  ]);
  expect(about(await start(database, other))).toEqual([]);
  await database.close();
});

test('a scheduling page of an unknown service is named', async () => {
  const database = await openCopy();
  const pages = { nope: 'https://x.example', default: 'https://y.example' };
  const page = (id: string) => ({
    SCHEDULING_PAGES: JSON.stringify({ ...pages, [id]: 'https://z.example' }),
  });
  expect(await start(database, page('basic-wash'))).toContain(
    'SCHEDULING_PAGES names nope, which is no service: its page is shown to nobody. The services: ' +
      'basic-wash, premium-detailing, luxury-package',
  );
  await database.close();
});
