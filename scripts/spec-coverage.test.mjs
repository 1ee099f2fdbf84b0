import { describe, expect, test } from 'vitest';
import { readRequirements } from './asvs-rows.mjs';
import { judgeCoverage } from './judge-coverage.mjs';
import {
  coverageTable,
  judgeStatements,
  numbersIn,
  readStatements,
  titlesIn,
  untagged,
} from './spec-statements.mjs';
import { testsThatRan } from './tests-that-ran.mjs';

const listOf = (...lines) => ['# Title', '', '## 5. Validation', '', ...lines].join('\n');
const complaintsOf = (...lines) => readStatements(listOf(...lines)).complaints;
// Joined here, so that they are not tags of this file.
const tagged = (title, ...numbers) => `${title} [${numbers.join(', ')}]`;

describe('A statement', () => {
  test('has a number and words, and may be left to the client library with a reason', () => {
    const { statements, complaints } = readStatements(
      listOf('- S5.1 A (or B)', '- S5.2 C (client library: its default)'),
    );
    expect(complaints).toEqual([]);
    expect(statements).toMatchObject([
      { line: 5, number: 'S5.1', statement: 'A (or B)', library: undefined },
      { line: 6, number: 'S5.2', library: 'its default' },
    ]);
  });

  test.each([
    ['without a number', ['- A'], 'a statement is written as'],
    ['without words', ['- S5.1'], 'a statement is written as'],
    ['under another heading', ['- S6.1 A'], 'it says section 6, its heading 5'],
    ['with the number of another', ['- S5.1 A', '- S5.1 B'], 'its number is taken'],
    ['that is there already', ['- S5.1 A', '- S5.2 A'], 'it is stated twice'],
  ])('%s is a complaint', (_, lines, problem) => {
    const [complaint] = complaintsOf(...lines);
    expect(complaint.line).toBe(4 + lines.length);
    expect(complaint.problem).toContain(problem);
  });

  test('is missing from an empty list, which is a complaint', () => {
    expect(complaintsOf()).toMatchObject([{ problem: 'there is not one statement' }]);
  });
});

describe('A tag', () => {
  test('names the statements that a test, or all tests of a group, prove', () => {
    const name = `a.test.ts › ${tagged('A group', 'S1.2')} › ${tagged('is [S1] sent', 'S4.10', 'S9.1')}`;
    expect(numbersIn(name)).toEqual(['S1.2', 'S4.10', 'S9.1']);
    expect(untagged(name)).toBe('a.test.ts › A group › is [S1] sent');
  });

  test('is found in the text of a file, at the end of a title and nowhere else', () => {
    const text = [
      `test("it's sent${tagged('', 'S1.1')}", () => {});`,
      `test.each(all)('%s it\\'s kept${tagged('', 'S1.2', 'S2.1')}', (one) => {`,
      'test(`${path} is read' + tagged('', 'S3.1') + '`, run);',
      `// ${tagged('said', 'S4.1')}`,
    ].join('\n');
    expect(titlesIn('a.test.ts', text)).toEqual([
      { file: 'a.test.ts', title: "it's sent", numbers: ['S1.1'] },
      { file: 'a.test.ts', title: "%s it\\'s kept", numbers: ['S1.2', 'S2.1'] },
      { file: 'a.test.ts', title: '${path} is read', numbers: ['S3.1'] },
    ]);
  });
});

test('the table has each statement with its tests, under the headings of the list', () => {
  const titles = [
    { file: 'a.test.ts', title: 'one | two', numbers: ['S5.1'] },
    { file: 'b.test.ts', title: 'three', numbers: ['S5.1'] },
  ];
  const table = coverageTable(listOf('- S5.1 A', '- S5.2 B (client library: its default)'), titles);
  expect(table.slice(table.indexOf('##'))).toBe(
    [
      '## 5. Validation',
      '',
      '| number | statement | tests |',
      '| --- | --- | --- |',
      '| S5.1 | A | `a.test.ts › one \\| two`<br>`b.test.ts › three` |',
      '| S5.2 | B (client library: its default) |  |',
    ].join('\n'),
  );
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

test('the reports give the outcome of each test, by file and full title', () => {
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

describe('A list of statements', () => {
  const name = (file, title, ...numbers) => `${file} › ${tagged(title, ...numbers)}`;
  const outcomes = new Map([
    [name('src/a.test.ts', 'is sent', 'S5.1', 'S5.2'), 'passed'],
    [name('src/a.test.ts', 'rests', 'S5.2'), 'skipped'],
    [name('e2e/a.spec.ts', 'books', 'S5.1'), 'passed'],
    [name('e2e/a.spec.ts', 'waits', 'S5.3'), 'PostgreSQL only'],
  ]);
  const titles = [
    { file: 'src/a.test.ts', title: 'is sent', numbers: ['S5.1', 'S5.2'] },
    { file: 'src/a.test.ts', title: 'rests', numbers: ['S5.2'] },
    { file: 'e2e/a.spec.ts', title: 'books', numbers: ['S5.1'] },
    { file: 'e2e/a.spec.ts', title: 'waits', numbers: ['S5.3'] },
    { file: 'e2e/a.spec.ts', title: 'is lost', numbers: ['S5.4'] },
    { file: 'e2e/a.full.spec.ts', title: 'is seen', numbers: ['S5.5'] },
  ];
  const judge = (steps, numbers, isFullRun = true) =>
    judgeStatements(
      readStatements(listOf(...numbers.map((one) => `- ${one} Words of ${one}`))).statements,
      titles.filter((one) => one.numbers.some((number) => numbers.includes(number))),
      outcomes,
      steps,
      isFullRun,
    );
  const problemsOf = (steps, numbers, isFullRun) =>
    judge(steps, numbers, isFullRun)
      .complaints.filter(({ statement }) => numbers.includes(statement))
      .map(({ statement, problem }) => `${statement} ${problem}`);

  test('is proven where every file with its number had tests that passed', () => {
    expect(judge(['unit', 'e2e'], ['S5.1'])).toMatchObject({ proven: 1, notJudged: 0 });
    expect(problemsOf(['unit', 'e2e'], ['S5.1'])).toEqual([]);
  });

  test('fails by the statement where no test that ran and passed has its number', () => {
    expect(problemsOf(['unit', 'e2e'], ['S5.2', 'S5.3', 'S5.4', 'S5.9'])).toEqual([
      'S5.2 src/a.test.ts › rests was skipped',
      'S5.3 e2e/a.spec.ts › waits runs on PostgreSQL only: name one that runs on the embedded database',
      'S5.4 no test of e2e/a.spec.ts with its number ran',
      'S5.9 no test has its number',
    ]);
  });

  test('accepts a test that ran on PostgreSQL only unless the run was full', () => {
    expect(problemsOf(['e2e'], ['S5.3'], false)).toEqual([]);
  });

  test('is judged by the tests of a full run after a full run only', () => {
    expect(judge(['e2e'], ['S5.5'], false)).toMatchObject({ notJudged: 1, complaints: [] });
    expect(problemsOf(['e2e'], ['S5.5'])).toEqual([
      'S5.5 no test of e2e/a.full.spec.ts with its number ran',
    ]);
  });

  test('is judged only by the steps that were chosen', () => {
    expect(judge(['unit'], ['S5.4'])).toMatchObject({ notJudged: 1, complaints: [] });
  });

  test('has every number that a test claims', () => {
    const { statements } = readStatements(listOf('- S5.3 A'));
    expect(judgeStatements(statements, titles, outcomes, []).complaints).toContainEqual({
      line: 1,
      statement: 'S5.4',
      problem: 'is no statement: e2e/a.spec.ts › is lost',
    });
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
  ])('%s is a complaint', (_, row, problem) => {
    expect(requirements(row).complaints[0]?.problem).toContain(problem);
  });

  test.each([
    ['twice', 'v5.0.0-1.2.1'],
    ['after a later one', 'v5.0.0-1.1.9'],
    ['after its own section', 'v5.0.0-1.2'],
  ])('is refused %s', (_, number) => {
    const { complaints } = requirements(
      '| v5.0.0-1.2.1 | A | not met: a |',
      `| ${number} | A | not met: a |`,
    );
    expect(complaints).toMatchObject([
      { line: 4, problem: 'it does not come after the row above' },
    ]);
  });

  test('fails by its line when a test that it names is missing', () => {
    const { rows } = requirements(
      '| v5.0.0-1.1.1 | A | `server/a.ts`, `server/a.test.ts › is lost` |',
    );
    expect(judgeCoverage(rows, new Map(), ['server']).complaints).toMatchObject([
      { line: 3, statement: 'v5.0.0-1.1.1' },
    ]);
  });
});
