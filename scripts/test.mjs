import { mkdirSync, rmSync } from 'node:fs';
import { ensureBuild } from './ensure-build.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { projectRoot, runTool } from './run-command.mjs';
import { makeTestFolder } from './test-folder.mjs';

// npm test                 the checks and all tests: on PostgreSQL, and on both databases where they can differ
// npm test -- lint unit    only those steps
// npm run test:full        all tests on both databases, with replicas and every accessibility state

ensureNode();
await ensureDependencies();
// Later imports: these load packages.
const { startTestPostgres } = await import('./test-postgres.mjs');
const { countsOf, sum } = await import('./test-reports.mjs');

const isFullRun = process.argv.includes('--full');
const only = process.argv.slice(2).filter((argument) => argument !== '--full');

// A part of the end-to-end tests, such as 1/2, when several machines share them.
const shard = process.env.SHARD;

const reports = `${projectRoot}.cache/reports`;
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const vitest = (project, needs = []) => ({
  name: project,
  kind: 'vitest',
  needs,
  tool: 'vitest/vitest.mjs',
  args: [
    'run',
    `--project=${project}`,
    '--reporter=dot',
    '--silent=passed-only',
    '--reporter=json',
    `--outputFile.json=${reports}/${project}.json`,
  ],
});

const playwright = (name, ...config) => ({
  name,
  kind: 'playwright',
  needs: ['build', 'chromium', 'postgres'],
  tool: '@playwright/test/cli.js',
  args: ['test', '--reporter=dot,json', ...config, ...(shard ? [`--shard=${shard}`] : [])],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/${name}.json` },
});

const steps = [
  { name: 'lint', kind: 'check', tool: 'oxlint/bin/oxlint', args: ['--max-warnings=0'] },
  {
    name: 'format',
    kind: 'check',
    tool: 'oxfmt/bin/oxfmt',
    args: ['--check'],
  },
  { name: 'types', kind: 'check', tool: '../scripts/typecheck.mjs', args: [] },
  {
    name: 'import rules',
    kind: 'check',
    tool: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: [
      'domain',
      'src',
      'supabase',
      'server',
      'e2e',
      'quality',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
    ],
  },
  { name: 'migrations', kind: 'check', tool: '../scripts/check-migrations.mjs', args: [] },
  { name: 'dead code', kind: 'check', tool: 'knip/bin/knip.js', args: [] },
  vitest('unit'),
  vitest('server', ['build', 'postgres']),
  vitest('db', ['postgres']),
  playwright('e2e'),
  ...(isFullRun ? [playwright('replicas', '--config=playwright.replicas.config.ts')] : []),
];

const chosen = only.length ? steps.filter((step) => only.includes(step.name)) : steps;

// The coverage of statements is checked after any steps. A part of the end-to-end tests proves nothing by itself.
const runners = chosen
  .filter(({ kind, name }) => kind !== 'check' && name !== 'replicas')
  .map(({ name }) => name);
if (runners.length > 0 && !shard) {
  chosen.push({
    name: 'spec coverage',
    kind: 'coverage',
    tool: '../scripts/spec-coverage.mjs',
    args: runners,
  });
}

// Of this process, too: PostgreSQL is started by it.
process.env.TMPDIR = makeTestFolder();

const env = { NO_COLOR: '1', ...(isFullRun ? { TEST_FULL: '1' } : {}) };

// The type checker and the linter live for seconds, so they collect no garbage unless memory runs short.
const checkEnv = { GOGC: 'off', GOMEMLIMIT: '2500MiB' };

const results = [];
async function run(step, output) {
  const started = performance.now();
  const own = step.kind === 'check' ? checkEnv : step.env;
  const code = await runTool(step.tool, step.args, { env: { ...env, ...own }, output });
  const counts = countsOf(step.kind, `${reports}/${step.name}.json`, code);
  results.push({
    step: step.name,
    ...counts,
    seconds: Math.round((performance.now() - started) / 1000),
  });
  console.log(`${counts.failed ? '✗' : '✓'} ${step.name}`);
}

const ofKind = (...kinds) => chosen.filter((step) => kinds.includes(step.kind));
const inTurn = async (steps, output) => {
  for (let step = steps.shift(); step; step = steps.shift()) await run(step, output);
};

// The checks run two at a time, since each occupies one core, and need nothing else.
const checks = ofKind('check');
const checking = Promise.all([inTurn(checks), inTurn(checks)]);

const needs = (what) => chosen.some((step) => step.needs?.includes(what));
if (needs('chromium')) env.CHROMIUM_PATH = await ensureChromium();
if (needs('build')) await ensureBuild();
const postgres = needs('postgres') ? await startTestPostgres() : null;
if (postgres) env.TEST_DATABASE_URL = postgres.url;
else if (needs('postgres')) {
  console.log('There is no PostgreSQL here: the tests run on the embedded database alone.');
}

// Three lanes, since tests wait as often as they compute: the browser's in one, the others after the checks. Each then
// takes what is left.
const tests = ofKind('vitest');
await Promise.all([
  inTurn(ofKind('playwright'), 'shownAtTheEnd').then(() => inTurn(tests, 'shownAtTheEnd')),
  checking.then(() => inTurn(tests)),
  checking.then(() => inTurn(tests, 'shownAtTheEnd')),
]);
await inTurn(ofKind('coverage'));
postgres?.stop();

console.table(results);
const total = sum(results);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
