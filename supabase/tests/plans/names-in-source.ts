import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

// The start of a REST client's call, with the table or function in quotes.
const request = /\.(?:from|rpc)\(\s*['"]([a-z_]+)['"]/g;

/** The tables and functions that screens and server functions name. */
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
