import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readRequirements } from './asvs-rows.mjs';
import { judgeCoverage } from './judge-coverage.mjs';
import { projectRoot } from './run-command.mjs';
import {
  coverageTable,
  judgeStatements,
  readStatements,
  titlesIn,
  untagged,
} from './spec-statements.mjs';
import { testsThatRan } from './tests-that-ran.mjs';

/*
 * Compares docs/spec-statements.md and docs/security-asvs.md with the reports of the test runners: node
 * scripts/spec-coverage.mjs [the steps that ran; all of them by default]. With "table" it writes
 * docs/spec-coverage.md instead.
 */
const list = 'docs/spec-statements.md';
const table = 'docs/spec-coverage.md';
const textOf = (path) => readFileSync(`${projectRoot}${path}`, 'utf8');

const titles = ['domain', 'src', 'supabase', 'server', 'scripts', 'e2e']
  .flatMap((folder) =>
    readdirSync(`${projectRoot}${folder}`, { recursive: true })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /\.(test|spec)\.(tsx?|mjs)$/.test(path) && !path.includes('node_modules'))
      .sort(),
  )
  .flatMap((path) => titlesIn(path, textOf(path)));

if (process.argv[2] === 'table') {
  writeFileSync(`${projectRoot}${table}`, coverageTable(textOf(list), titles));
  process.exit();
}

const reports = `${projectRoot}.cache/reports`;
const steps = process.argv.length > 2 ? process.argv.slice(2) : ['unit', 'db', 'server', 'e2e'];

const reportOf = (step) => {
  const file = `${reports}/${step}.json`;
  // A crashed runner left no report: its tests did not run.
  return existsSync(file) ? [[step, JSON.parse(readFileSync(file, 'utf8'))]] : [];
};
const outcomes = testsThatRan(Object.fromEntries(steps.flatMap(reportOf)), projectRoot);

/** Prints the problems of a document by line, and returns the number of lines with a problem. */
function complain(document, complaints) {
  for (const { line, statement, problem } of complaints) {
    console.error(`${document}:${line} ${statement ?? ''} ${problem}`);
  }
  return new Set(complaints.map(({ line }) => line)).size;
}

const isFullRun = process.env.TEST_FULL === '1';
const { statements, complaints } = readStatements(textOf(list));
const promised = judgeStatements(statements, titles, outcomes, steps, isFullRun);
const isStale = textOf(table) !== coverageTable(textOf(list), titles);
const stale = {
  line: 1,
  problem: 'it is outdated: run node scripts/spec-coverage.mjs table',
};
const unproven =
  complain(list, [...complaints, ...promised.complaints]) + complain(table, isStale ? [stale] : []);
console.log(
  `${statements.length} statements: ${promised.proven} proven, ${promised.onLibrary} left to the client library` +
    (promised.notJudged > 0
      ? `, ${promised.notJudged} not judged (their tests were not chosen)`
      : ''),
);

const isFile = (path) => existsSync(`${projectRoot}${path}`);
const asvs = readRequirements(textOf('docs/security-asvs.md'), isFile);
const byTitle = new Map([...outcomes].map(([name, outcome]) => [untagged(name), outcome]));
const secured = judgeCoverage(asvs.rows, byTitle, steps, { isFullRun });
const unmet = complain('docs/security-asvs.md', [...asvs.complaints, ...secured.complaints]);
const countOf = (kind) => asvs.rows.filter((row) => row.kind === kind).length;
console.log(
  `${asvs.rows.length} rows of ASVS: ${countOf('met')} met, ${countOf('notMet')} not met, ` +
    `${countOf('notApplicable')} not applicable`,
);

const failed = unproven + unmet;
writeFileSync(
  `${reports}/spec coverage.json`,
  JSON.stringify({ passed: promised.proven + secured.proven, failed, skipped: 0 }),
);
process.exitCode = failed > 0 ? 1 : 0;
