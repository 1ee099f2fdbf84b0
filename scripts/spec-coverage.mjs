import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readRequirements } from './asvs-rows.mjs';
import { readRows } from './coverage-rows.mjs';
import { judgeCoverage } from './judge-coverage.mjs';
import { projectRoot } from './run-command.mjs';
import { testsThatRan } from './tests-that-ran.mjs';

/*
 * Holds docs/spec-coverage.md and docs/security-asvs.md against the reports of the test runners:
 * node scripts/spec-coverage.mjs [the steps that ran; all of them when none is named]
 */
const reports = `${projectRoot}.cache/reports`;
const steps = process.argv.length > 2 ? process.argv.slice(2) : ['unit', 'db', 'server', 'e2e'];

const reportOf = (step) => {
  const file = `${reports}/${step}.json`;
  // A runner that crashed left none: then its tests did not run.
  return existsSync(file) ? [[step, JSON.parse(readFileSync(file, 'utf8'))]] : [];
};
const outcomes = testsThatRan(Object.fromEntries(steps.flatMap(reportOf)), projectRoot);

/** Judges a table by its rows, says what is wrong with which line, and answers the verdict. */
function judge(table, { rows, complaints }) {
  const verdict = judgeCoverage(rows, outcomes, steps, {
    isFullRun: process.env.TEST_FULL === '1',
  });
  const all = [...complaints, ...verdict.complaints];
  for (const { line, statement, problem } of all) {
    console.error(`${table}:${line} ${statement ? `"${statement}": ` : ''}${problem}`);
  }
  return { ...verdict, failed: new Set(all.map(({ line }) => line)).size };
}

const textOf = (table) => readFileSync(`${projectRoot}${table}`, 'utf8');

const promises = readRows(textOf('docs/spec-coverage.md'));
const promised = judge('docs/spec-coverage.md', promises);
console.log(
  `${promises.rows.length} statements: ${promised.proven} proven, ${promised.onLibrary} left to the client library` +
    (promised.notJudged > 0
      ? `, ${promised.notJudged} not judged (their tests were not chosen)`
      : ''),
);

const isFile = (path) => existsSync(`${projectRoot}${path}`);
const asvs = readRequirements(textOf('docs/security-asvs.md'), isFile);
const secured = judge('docs/security-asvs.md', asvs);
const countOf = (kind) => asvs.rows.filter((row) => row.kind === kind).length;
console.log(
  `${asvs.rows.length} rows of ASVS: ${countOf('met')} met, ${countOf('notMet')} not met, ` +
    `${countOf('notApplicable')} not applicable`,
);

const failed = promised.failed + secured.failed;
writeFileSync(
  `${reports}/spec coverage.json`,
  JSON.stringify({ passed: promised.proven + secured.proven, failed, skipped: 0 }),
);
process.exitCode = failed > 0 ? 1 : 0;
