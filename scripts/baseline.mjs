import { readdirSync, readFileSync } from 'node:fs';
import { projectRoot } from './run-command.mjs';

const schemas = `${projectRoot}supabase/schemas/`;

export const baselineFile = 'supabase/migrations/20261201000000_baseline.sql';

const header = `-- The baseline: the files of supabase/schemas in one, without their comments. Made by "npm run baseline".
--
-- It runs on a new database: nobody waits for its locks. Three policies are sentences of more than 63 bytes;
-- PostgreSQL keeps the beginning, which is unlike any other.
-- squawk-ignore-file require-lock-timeout, require-statement-timeout, identifier-too-long
`;

/** The schema files in the order of their paths, as one text. */
export const readSchemas = () =>
  readdirSync(schemas, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .sort()
    .map((path) => readFileSync(`${schemas}${path}`, 'utf8'))
    .join('\n');

/** Comments of whole lines at the margin go; those within a function or a table stay. */
export const makeBaseline = () =>
  `${header}\n${readSchemas()
    .replaceAll(/^--.*\n/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
