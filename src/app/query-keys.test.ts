import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

test('every query key is written beside its request, in `api/`, an entity or `lib/`', () => {
  const withKeys = sources.filter((file) =>
    readFileSync(`src/${file}`, 'utf8').includes('queryKey: ['),
  );
  expect(withKeys.length).toBeGreaterThan(20);
  expect(withKeys.filter((file) => !/(^|\/)(api|entities|lib)\//.test(file))).toEqual([]);
});
