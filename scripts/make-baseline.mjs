// Writes the baseline from supabase/schemas, until the first release: npm run baseline
import { writeFileSync } from 'node:fs';
import { baselineFile, makeBaseline } from './baseline.mjs';
import { projectRoot } from './run-command.mjs';

writeFileSync(`${projectRoot}${baselineFile}`, makeBaseline());
