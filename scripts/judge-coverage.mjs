import { testName } from './tests-that-ran.mjs';

/** The step of `npm test` that runs a test file. */
export const stepOf = (file) => {
  if (file.startsWith('e2e/')) return 'e2e';
  if (file.startsWith('supabase/tests/')) return 'db';
  return file.startsWith('server/') ? 'server' : 'unit';
};

/** Whether this run has that file's tests: those of `*.full.*` belong to `npm run test:full`. */
export const isInRun = (file, chosenSteps, isFullRun) =>
  chosenSteps.includes(stepOf(file)) && (isFullRun || !file.includes('.full.'));

/**
 * Compares rows with the tests that ran. A row is proven when every test it names has passed; a test of a step
 * that was not chosen is not judged, and a row without any judged test is not counted. After a full run each row
 * needs tests that ran on the embedded database.
 */
export function judgeCoverage(rows, outcomes, chosenSteps, { isFullRun = false } = {}) {
  const verdict = { proven: 0, notJudged: 0, complaints: [] };
  for (const { line, statement, proofs } of rows) {
    const judged = proofs.filter(({ file }) => isInRun(file, chosenSteps, isFullRun));
    const problems = judged.flatMap((proof) => problemWith(proof, outcomes, isFullRun) ?? []);
    for (const problem of problems) verdict.complaints.push({ line, statement, problem });
    if (judged.length === 0) verdict.notJudged += 1;
    else if (problems.length === 0) verdict.proven += 1;
  }
  return verdict;
}

export const words = {
  failed: 'failed',
  skipped: 'was skipped',
  'PostgreSQL only': 'runs on PostgreSQL only: name one that runs on the embedded database',
};

function problemWith({ file, title }, outcomes, isFullRun) {
  const name = testName(file, title);
  const outcome = outcomes.get(name);
  if (outcome === 'passed' || (outcome === 'PostgreSQL only' && !isFullRun)) return null;
  return `${name} ${outcome ? words[outcome] : 'did not run, or there is no such test'}`;
}
