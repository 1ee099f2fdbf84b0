import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readHeaders } from './request-headers.ts';

test('the database receives exactly the headers that the schema reads', () => {
  const folder = 'supabase/schemas';
  const schema = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n');
  const read = [...schema.matchAll(/'request\.headers'[^;]*?->> '([a-z-]+)'/g)];
  expect(new Set(read.map(([, name]) => name))).toEqual(new Set(readHeaders));
  expect(schema.split("'request.headers'")).toHaveLength(read.length + 1);
});
