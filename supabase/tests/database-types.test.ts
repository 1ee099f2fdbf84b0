import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { openCopy } from '../../server/testing/databases.ts';
import { readCatalogue } from './database-types/read-catalogue.ts';
import { writeTypes } from './database-types/write-types.ts';

// `node scripts/database-types.mjs` writes the file anew.
test('the TypeScript types are those of the migrated database', async () => {
  const database = await openCopy();
  const source = writeTypes(await readCatalogue(database.pool));
  await database.close();
  const style = await resolveConfig('supabase/database-types.ts');
  const types = await format(source, { ...style, parser: 'typescript', plugins: [] });
  await expect(types).toMatchFileSnapshot('../database-types.ts');
});
