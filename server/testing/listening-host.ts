import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../supabase/functions/_shared/http/deps.ts';
import type { Database } from '../backend/database/database.ts';
import { readConfig } from '../config.ts';
import { buildHost } from '../host.ts';
import { listen } from '../listen.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const index =
  '<!doctype html><head><meta charset="utf-8" /><!--app-config--></head><body><div id="root"></div></body>';

/** The whole host on its own port, on an open database. */
export async function startListeningHost(
  database: Database,
  env: Record<string, string> = {},
  now?: () => Date,
  prerenderFile: string | null = null,
  log: Log = quiet,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'host-'));
  for (const page of ['index.html', 'owner.html']) await writeFile(join(dataDir, page), index);
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for tests', ...env });
  const host = await buildHost(config, log, {
    siteFolder: dataDir,
    prerenderFile,
    database,
    ...(now && { now }),
  });
  const listener = await listen({ config: { ...config, port: 0 }, fetch: host.app.fetch, log });
  return {
    origin: `${config.tls ? 'https' : 'http'}://127.0.0.1:${listener.port}`,
    host,
    stop: async () => {
      host.hangUp();
      await listener.close();
      await host.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
