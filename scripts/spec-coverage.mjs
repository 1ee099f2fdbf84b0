import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readRows } from './coverage-rows.mjs';
import { judgeCoverage } from './judge-coverage.mjs';
import { projectRoot } from './run-command.mjs';
import { testsThatRan } from './tests-that-ran.mjs';

/*
 * Holds docs/spec-coverage.md against the reports of the test runners:
 * node scripts/spec-coverage.mjs [the steps that ran; all of them when none is named]
 */
const table = 'docs/spec-coverage.md';
const reports = `${projectRoot}.cache/reports`;
const steps = process.argv.length > 2 ? process.argv.slice(2) : ['unit', 'db', 'server', 'e2e'];

const reportOf = (step) => {
  const file = `${reports}/${step}.json`;
  // A runner that crashed left none: then its tests did not run.
  return existsSync(file) ? [[step, JSON.parse(readFileSync(file, 'utf8'))]] : [];
};

const { rows, complaints } = readRows(readFileSync(`${projectRoot}${table}`, 'utf8'));
const outcomes = testsThatRan(Object.fromEntries(steps.flatMap(reportOf)), projectRoot);
const verdict = judgeCoverage(rows, outcomes, steps);

const all = [...complaints, ...verdict.complaints];
for (const { line, statement, problem } of all) {
  console.error(`${table}:${line} ${statement ? `"${statement}": ` : ''}${problem}`);
}
console.log(
  `${rows.length} statements: ${verdict.proven} proven, ${verdict.onLibrary} left to the client library` +
    (verdict.notJudged > 0
      ? `, ${verdict.notJudged} not judged (their tests were not chosen)`
      : ''),
);
const failed = new Set(all.map(({ line }) => line)).size;
writeFileSync(
  `${reports}/spec coverage.json`,
  JSON.stringify({ passed: verdict.proven, failed, skipped: 0 }),
);
process.exitCode = failed > 0 ? 1 : 0;
