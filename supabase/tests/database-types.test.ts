import { format } from 'oxfmt';
import { beforeAll, expect, test } from 'vitest';
import { openCopy } from '../../server/testing/databases.ts';
import { hasContract } from './contracts.ts';
import { readCatalogue, type Catalogue } from './database-types/read-catalogue.ts';
import { writeTypes } from './database-types/write-types.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  const database = await openCopy();
  catalogue = await readCatalogue(database.pool);
  await database.close();
});

test('every SQL function that answers JSON has a contract', () => {
  const answerJson = catalogue.functions.filter(({ returnType }) => /^jsonb?$/.test(returnType));
  expect(answerJson.length).toBeGreaterThan(50);
  expect(answerJson.map(({ name }) => name).filter((name) => !hasContract(name))).toEqual([]);
});

// `npm run types:database` rewrites the file.
test('the TypeScript types equal those of the migrated database', async () => {
  const style = { singleQuote: true, printWidth: 100 };
  const { code } = await format('database-types.ts', writeTypes(catalogue), style);
  await expect(code).toMatchFileSnapshot('../database-types.ts');
});
