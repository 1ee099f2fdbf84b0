import { join, relative } from 'node:path';

/** The name of a test in the coverage table: its file and title. */
export const testName = (file, title) => `${file} › ${title}`;

/**
 * The outcome of each test in the runners' JSON reports: a map from its name to passed, failed, skipped, or
 * "PostgreSQL only" for one that did not run on the embedded database. A test that runs on both databases has one
 * name.
 */
export function testsThatRan(reports, root) {
  const outcomes = new Map();
  const note = (name, outcome) =>
    outcomes.set(name, worseOf(outcomes.get(name) ?? outcome, outcome));
  for (const [step, report] of Object.entries(reports)) {
    if (step === 'e2e') for (const spec of specsOf(report, root)) note(spec.name, spec.outcome);
    else for (const test of vitestTests(report, root)) note(test.name, test.outcome);
  }
  return outcomes;
}

const fromWeakest = ['PostgreSQL only', 'passed', 'skipped', 'failed'];

const worseOf = (one, other) =>
  fromWeakest.indexOf(one) > fromWeakest.indexOf(other) ? one : other;

const onDatabase = / \((embedded|PostgreSQL)\)$/;

function vitestTests(report, root) {
  return report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => {
      const titles = [...ancestorTitles.map((one) => one.replace(onDatabase, '')), title];
      return {
        name: testName(relative(root, file), titles.join(' › ')),
        outcome: vitestOutcome(ancestorTitles, status),
      };
    }),
  );
}

function vitestOutcome([outermost = ''], status) {
  if (status !== 'passed' && status !== 'failed') return 'skipped';
  const [, database] = onDatabase.exec(outermost) ?? [];
  return status === 'passed' && database === 'PostgreSQL' ? 'PostgreSQL only' : status;
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
