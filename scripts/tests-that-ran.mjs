import { join, relative } from 'node:path';

/** How a test and the name of its file hang together in the coverage table. */
export const testName = (file, title) => `${file} › ${title}`;

/**
 * What became of each test of the runners' JSON reports: a map from its name to passed, failed,
 * skipped, or "PostgreSQL only" for one that has not run on the embedded database.
 */
export function testsThatRan(reports, root) {
  const outcomes = new Map();
  const note = (name, outcome) =>
    outcomes.set(name, worseOf(outcomes.get(name) ?? 'passed', outcome));
  for (const [step, report] of Object.entries(reports)) {
    if (step === 'e2e') for (const spec of specsOf(report, root)) note(spec.name, spec.outcome);
    else for (const test of vitestTests(report, root)) note(test.name, test.outcome);
  }
  return outcomes;
}

const fromBest = ['passed', 'PostgreSQL only', 'skipped', 'failed'];

const worseOf = (one, other) => (fromBest.indexOf(one) > fromBest.indexOf(other) ? one : other);

function vitestTests(report, root) {
  return report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      name: testName(relative(root, file), [...ancestorTitles, title].join(' › ')),
      outcome: vitestOutcome(ancestorTitles, status),
    })),
  );
}

function vitestOutcome([outermost = ''], status) {
  if (status !== 'passed' && status !== 'failed') return 'skipped';
  return status === 'passed' && outermost.endsWith(' (PostgreSQL)') ? 'PostgreSQL only' : status;
}

function specsOf(report, root) {
  const folder = relative(root, report.config.rootDir);
  const within = (suite, titles) => [
    ...(suite.specs ?? []).map((spec) => ({
      name: testName(join(folder, spec.file), [...titles, spec.title].join(' › ')),
      outcome: playwrightOutcome(spec.tests),
    })),
    ...(suite.suites ?? []).flatMap((inner) => within(inner, [...titles, inner.title])),
  ];
  return report.suites.flatMap((file) => within(file, []));
}

function playwrightOutcome(tests) {
  if (tests.some(({ status }) => status === 'unexpected' || status === 'flaky')) return 'failed';
  const ran = tests.filter(({ status }) => status === 'expected');
  if (ran.length === 0) return 'skipped';
  return ran.every(({ projectName }) => projectName === 'PostgreSQL')
    ? 'PostgreSQL only'
    : 'passed';
}
