import { readFileSync, readdirSync } from 'node:fs';
import { format } from 'oxfmt';
import { describe, expect, test } from 'vitest';
import { apiPage, openApi } from './api-page.ts';
import { api } from './api.ts';

const folders = readdirSync('supabase/functions', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
  .map(({ name }) => name);

test('the API page describes every server function', () => {
  expect(api.map(({ name }) => name).sort()).toEqual(folders.sort());
});

describe.each(api)('$name', ({ name, answers, media, refusals }) => {
  test('answers JSON only by a contract of its own', () => {
    expect(answers.map((contract) => contract.name)).toEqual(answers.map(() => name));
    expect(answers.length > 0).toBe(media === undefined);
  });

  test('lists the refusals of its own files', () => {
    const files = readdirSync(`supabase/functions/${name}`).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    );
    const thrown = files
      .map((file) => readFileSync(`supabase/functions/${name}/${file}`, 'utf8'))
      .flatMap((source) => [...source.matchAll(/new CodedError\('(\w+)'/g)])
      .map(([, code]) => code)
      .filter((code) => !['invalid_input', 'administrators_only'].includes(String(code)));
    expect(refusals).toEqual(expect.arrayContaining(thrown));
  });
});

// `npm run api:page` rewrites both files.
test('the API page is the one of the shapes', async () => {
  const json = await format('openapi.json', JSON.stringify(openApi(api)), { printWidth: 100 });
  await expect(json.code).toMatchFileSnapshot('../../docs/api/openapi.json');
  const page = await format('api.md', apiPage(api), { proseWrap: 'always', printWidth: 120 });
  await expect(page.code).toMatchFileSnapshot('../../docs/api.md');
});
