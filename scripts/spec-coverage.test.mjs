import { describe, expect, test } from 'vitest';
import { readRequirements } from './asvs-rows.mjs';
import { readRows } from './coverage-rows.mjs';
import { judgeCoverage } from './judge-coverage.mjs';
import { testsThatRan } from './tests-that-ran.mjs';

const tableOf = (...rows) =>
  ['# Title', '', '## 5. Validation', '', '| section | statement | proof |', '| --- | --- | --- |']
    .concat(rows)
    .join('\n');

const complaintsOf = (...rows) => readRows(tableOf(...rows)).complaints;

describe('A row', () => {
  test('has a statement and the names of the tests that prove it', () => {
    const { rows, complaints } = readRows(
      tableOf('| 5 | A \\| B | `src/a.test.ts › inside › a title`<br>`e2e/b.spec.ts › b` |'),
    );
    expect(complaints).toEqual([]);
    expect(rows).toMatchObject([
      {
        line: 7,
        statement: 'A | B',
        proofs: [
          { file: 'src/a.test.ts', title: 'inside › a title' },
          { file: 'e2e/b.spec.ts', title: 'b' },
        ],
      },
    ]);
  });

  test('may be left to the client library, with a reason', () => {
    expect(complaintsOf('| 5 | A | client library: it is its default |')).toEqual([]);
    const [withoutReason] = complaintsOf('| 5 | A | client library: |');
    expect(withoutReason).toMatchObject({ line: 7, problem: '"client library:" is no proof' });
  });

  test.each([
    ['without a proof', '| 5 | A | |', 'it has no proof'],
    ['with a proof that is none', '| 5 | A | looked at it |', '"looked at it" is no proof'],
    ['with a file but no title', '| 5 | A | `src/a.test.ts` |', '"src/a.test.ts" names no test'],
    ['with a cell too few', '| 5 | A |', 'a row has three cells, this one 2'],
    ['with a cell too many', '| 5 | A | B | `a › b` |', 'a row has three cells, this one 4'],
    ['without a statement', '| 5 | | `a › b` |', 'it states nothing'],
    ['under another heading', '| 6 | A | `a › b` |', 'it says section 6, its heading 5'],
  ])('%s is complained about', (_, row, problem) => {
    const [complaint] = complaintsOf(row);
    expect(complaint).toMatchObject({ line: 7 });
    expect(complaint.problem).toContain(problem);
  });

  test('is not stated twice', () => {
    const row = '| 5 | A | `a › b` |';
    expect(complaintsOf(row, row)).toMatchObject([{ line: 8, problem: 'it is stated twice' }]);
  });

  test('there has to be one', () => {
    expect(complaintsOf()).toMatchObject([{ problem: 'there is not one row' }]);
  });
});

const vitestReport = (file, tests) => ({
  testResults: [
    {
      name: `/product/${file}`,
      assertionResults: tests.map(([ancestorTitles, title, status]) => ({
        ancestorTitles,
        title,
        status,
      })),
    },
  ],
});

const playwrightReport = {
  config: { rootDir: '/product/e2e' },
  suites: [
    {
      title: 'book.spec.ts',
      specs: [
        {
          title: 'books',
          file: 'book.spec.ts',
          tests: [
            { projectName: 'embedded database', status: 'expected' },
            { projectName: 'PostgreSQL', status: 'expected' },
          ],
        },
      ],
      suites: [
        {
          title: 'A card',
          specs: [
            {
              title: 'waits',
              file: 'book.spec.ts',
              tests: [{ projectName: 'PostgreSQL', status: 'expected' }],
            },
            {
              title: 'fails',
              file: 'book.spec.ts',
              tests: [{ projectName: 'embedded database', status: 'unexpected' }],
            },
            {
              title: 'rests',
              file: 'book.spec.ts',
              tests: [{ projectName: 'embedded database', status: 'skipped' }],
            },
          ],
        },
      ],
    },
  ],
};

test('the reports tell what became of each test, by file and full title', () => {
  const outcomes = testsThatRan(
    {
      unit: vitestReport('src/a.test.ts', [
        [['A form'], 'is sent', 'passed'],
        [[], 'is kept', 'failed'],
        [[], 'is dreamt of', 'todo'],
        [[], 'of two', 'passed'],
        [[], 'of two', 'failed'],
      ]),
      db: vitestReport('supabase/tests/b.test.ts', [
        [['A hold (embedded)'], 'lapses', 'passed'],
        [['A hold (PostgreSQL)'], 'lapses', 'passed'],
        [['A hold (PostgreSQL)'], 'is moved', 'passed'],
        [['A hold (embedded)'], 'rests', 'skipped'],
      ]),
      e2e: playwrightReport,
    },
    '/product/',
  );
  expect(Object.fromEntries(outcomes)).toEqual({
    'src/a.test.ts › A form › is sent': 'passed',
    'src/a.test.ts › is kept': 'failed',
    'src/a.test.ts › is dreamt of': 'skipped',
    'src/a.test.ts › of two': 'failed',
    'supabase/tests/b.test.ts › A hold › lapses': 'passed',
    'supabase/tests/b.test.ts › A hold › is moved': 'PostgreSQL only',
    'supabase/tests/b.test.ts › A hold › rests': 'skipped',
    'e2e/book.spec.ts › books': 'passed',
    'e2e/book.spec.ts › A card › waits': 'PostgreSQL only',
    'e2e/book.spec.ts › A card › fails': 'failed',
    'e2e/book.spec.ts › A card › rests': 'skipped',
  });
});

describe('A table', () => {
  const outcomes = new Map([
    ['src/a.test.ts › is sent', 'passed'],
    ['src/a.test.ts › rests', 'skipped'],
    ['e2e/a.spec.ts › books', 'passed'],
    ['e2e/a.spec.ts › waits', 'PostgreSQL only'],
  ]);
  const judge = (steps, ...rows) =>
    judgeCoverage(readRows(tableOf(...rows)).rows, outcomes, steps, { isFullRun: true });

  test('is proven where every test it names has passed', () => {
    expect(
      judge(
        ['unit', 'e2e'],
        '| 5 | A | `src/a.test.ts › is sent`<br>`e2e/a.spec.ts › books` |',
        '| 5 | B | client library: its default |',
      ),
    ).toEqual({ proven: 1, onLibrary: 1, notJudged: 0, complaints: [] });
  });

  test.each([
    ['is not there', 'src/a.test.ts › is lost', 'did not run, or there is no such test'],
    ['was skipped', 'src/a.test.ts › rests', 'was skipped'],
    ['needs a PostgreSQL', 'e2e/a.spec.ts › waits', 'runs on PostgreSQL only'],
  ])('fails by its line where a test %s, though another passed', (_, name, words) => {
    const verdict = judge(
      ['unit', 'e2e'],
      `| 5 | A | \`src/a.test.ts › is sent\`<br>\`${name}\` |`,
    );
    expect(verdict.proven).toBe(0);
    expect(verdict.complaints).toMatchObject([{ line: 7, statement: 'A' }]);
    expect(verdict.complaints[0].problem).toContain(`${name} ${words}`);
  });

  test('accepts a test that ran on PostgreSQL only unless the run was full', () => {
    const { rows } = readRows(tableOf('| 5 | A | `e2e/a.spec.ts › waits` |'));
    expect(judgeCoverage(rows, outcomes, ['e2e'])).toMatchObject({ proven: 1, complaints: [] });
  });

  test('is judged only by the steps that were chosen', () => {
    const rows = [
      '| 5 | A | `src/a.test.ts › is sent`<br>`e2e/a.spec.ts › is lost` |',
      '| 5 | B | `supabase/tests/a.test.ts › is lost` |',
    ];
    expect(judge(['unit'], ...rows)).toMatchObject({ proven: 1, notJudged: 1, complaints: [] });
    expect(judge(['unit', 'db', 'e2e'], ...rows).complaints).toHaveLength(2);
  });
});

describe('A requirement of ASVS', () => {
  const requirements = (...rows) =>
    readRequirements(
      ['| requirement | in plain words | answer |', '| --- | --- | --- |'].concat(rows).join('\n'),
      (path) => path === 'server/a.ts',
    );

  test('is met by the tests and files it names, or has a reason', () => {
    const { rows, complaints } = requirements(
      '| v5.0.0-1.2.9 | A | By `server/a.ts` and `server/a.test.ts › inside › a title`. |',
      '| v5.0.0-1.2.10 | B | not met: costs too much |',
      '| v5.0.0-1.3 | A whole section | not applicable: there is none |',
      '| v5.0.0-17 | A whole chapter | not applicable: there is none |',
    );
    expect(complaints).toEqual([]);
    expect(rows).toMatchObject([
      { line: 3, kind: 'met', proofs: [{ file: 'server/a.test.ts', title: 'inside › a title' }] },
      { line: 4, kind: 'notMet', proofs: [] },
      { line: 5, kind: 'notApplicable', proofs: [] },
      { line: 6, kind: 'notApplicable', proofs: [] },
    ]);
  });

  test.each([
    ['without evidence', '| v5.0.0-1.1.1 | A | surely |', 'it names neither a test nor a file'],
    ['with a lost file', '| v5.0.0-1.1.1 | A | `server/b.ts` |', 'there is no file server/b.ts'],
    ['without a reason', '| v5.0.0-1.1.1 | A | not met: |', 'it has no reason'],
    ['without words', '| v5.0.0-1.1.1 | | not met: a |', 'it says nothing in plain words'],
    ['with another number', '| V1.1.1 | A | not met: a |', 'numbered like v5.0.0-1.2.5'],
    ['with a cell too few', '| v5.0.0-1.1.1 | A |', 'a row has three cells, this one 2'],
  ])('%s is complained about', (_, row, problem) => {
    expect(requirements(row).complaints[0]?.problem).toContain(problem);
  });

  test.each([
    ['twice', 'v5.0.0-1.2.1'],
    ['after a later one', 'v5.0.0-1.1.9'],
    ['after its own section', 'v5.0.0-1.2'],
  ])('does not stand there %s', (_, number) => {
    const { complaints } = requirements(
      '| v5.0.0-1.2.1 | A | not met: a |',
      `| ${number} | A | not met: a |`,
    );
    expect(complaints).toMatchObject([
      { line: 4, problem: 'it does not come after the row above' },
    ]);
  });

  test('fails by its line where a test that it names is gone', () => {
    const { rows } = requirements(
      '| v5.0.0-1.1.1 | A | `server/a.ts`, `server/a.test.ts › is lost` |',
    );
    expect(judgeCoverage(rows, new Map(), ['server']).complaints).toMatchObject([
      { line: 3, statement: 'v5.0.0-1.1.1' },
    ]);
  });
});
