import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArchive, writeWhole } from '../../backup/archive.ts';
import { openDatabase } from './database.ts';

// node dist/server/pack-empty-database.js <file>
// The embedded database before any migration, for the build (unpackEmptyDatabase). Nothing in it is secret.
const [file] = process.argv.slice(2);
if (!file) throw new Error('Name the file to write');
const dataDir = await mkdtemp(join(tmpdir(), 'empty-database-'));
try {
  await (await openDatabase({ dataDir })).close();
  const places = { database: join(dataDir, 'database') };
  const write = (content: AsyncIterable<Buffer>) => writeWhole(file, content);
  const createdAt = new Date().toISOString();
  await writeArchive({ write }, { database: 'embedded', createdAt, places });
  // Another user may start the server.
  await chmod(file, 0o644);
} finally {
  await rm(dataDir, { recursive: true });
}
