import { existsSync, readFileSync } from 'node:fs';

/**
 * The counts of one step, from its runner's report. A runner that failed without a failed test (a file that does
 * not load, a crash, no report) counts as one failure, so that no failure is lost.
 */
export function countsOf(kind, reportFile, exitCode) {
  const counts =
    kind === 'check'
      ? { passed: exitCode === 0 ? 1 : 0, failed: 0, skipped: 0 }
      : readers[kind](read(reportFile));
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  if (kind !== 'check' && counts.passed + counts.failed === 0) counts.failed = 1;
  return counts;
}

const readers = {
  vitest: (report) => ({
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }),
  playwright: (report) => ({
    passed: report?.stats.expected ?? 0,
    failed:
      (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0) + (report?.errors.length ?? 0),
    skipped: report?.stats.skipped ?? 0,
  }),
  coverage: (report) => report ?? { passed: 0, failed: 1, skipped: 0 },
};

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

export const sum = (all) =>
  all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
