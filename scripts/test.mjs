import { mkdirSync, rmSync } from 'node:fs';
import { ensureBuild } from './ensure-build.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { projectRoot, runTool } from './run-command.mjs';

ensureNode();
await ensureDependencies();
// Only now: these import packages.
const { startTestPostgres } = await import('./test-postgres.mjs');
const { countsOf, sum } = await import('./test-reports.mjs');

const reports = `${projectRoot}.cache/reports`;
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const vitest = (project) => ({
  name: project,
  kind: 'vitest',
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

const steps = [
  { name: 'lint', kind: 'check', tool: 'oxlint/bin/oxlint', args: ['--max-warnings=0'] },
  {
    name: 'format',
    kind: 'check',
    tool: 'prettier/bin/prettier.cjs',
    args: ['--check', '--log-level=warn', '.'],
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
  vitest('db'),
  vitest('server'),
  { name: 'e2e', kind: 'playwright', tool: '@playwright/test/cli.js', args: ['test'] },
];

const only = process.argv.slice(2);
const chosen = only.length ? steps.filter((step) => only.includes(step.name)) : steps;

// What the product promises is held against the tests that have just run, however few were chosen.
const runners = chosen.filter((step) => step.kind !== 'check').map((step) => step.name);
if (runners.length > 0) {
  chosen.push({
    name: 'spec coverage',
    kind: 'coverage',
    tool: '../scripts/spec-coverage.mjs',
    args: runners,
  });
}

const chromium = await ensureChromium();
await ensureBuild();
const postgres = await startTestPostgres();
if (!postgres) {
  console.log('There is no PostgreSQL here: the tests run on the embedded database alone.');
}
const env = {
  NO_COLOR: '1',
  CHROMIUM_PATH: chromium,
  PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/e2e.json`,
  ...(postgres ? { TEST_DATABASE_URL: postgres.url } : {}),
};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    postgres?.stop();
    process.exit(1);
  });
}

const results = [];
async function run(step, output) {
  const started = performance.now();
  const code = await runTool(step.tool, step.args, { env, output });
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

// A browser's journeys wait as often as they compute, so the other steps go on beside them: the checks two at a
// time, since each keeps one core busy, then the runners one after the other.
const journeys = inTurn(ofKind('playwright'), 'shownAtTheEnd');
const checks = ofKind('check');
await Promise.all([inTurn(checks), inTurn(checks)]);
await inTurn(ofKind('vitest'));
await journeys;
await inTurn(ofKind('coverage'));
postgres?.stop();

console.table(results);
const total = sum(results);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
