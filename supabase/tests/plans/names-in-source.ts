import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

// Beginnings of a request of the REST client, with the table or the function in quotes.
const request = /\.(?:from|rpc)\(\s*['"]([a-z_]+)['"]/g;

/** The tables and functions that the screens and the server functions name in their requests. */
export function namesInSource(): string[] {
  const names = ['src/', 'supabase/functions/'].flatMap((folder) => {
    const place = new URL(folder, root);
    return readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|testing\//.test(file))
      .map((file) => readFileSync(new URL(file, place), 'utf8'))
      .flatMap((text) => [...text.matchAll(request)].map(([, name]) => name ?? ''));
  });
  return [...new Set(names)];
}
