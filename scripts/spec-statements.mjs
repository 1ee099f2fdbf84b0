import { isInRun, words } from './judge-coverage.mjs';

/** The tag at the end of a test's title: `shows the price [S9.3, S9.4]`. */
const tag = / \[(S\d+\.\d+(?:, S\d+\.\d+)*)\](?=$| › )/g;

/** The numbers of the statements that a test proves, by its name or title. */
export const numbersIn = (name) =>
  Array.from(name.matchAll(tag), ([, list]) => list.split(', ')).flat();

export const untagged = (name) => name.replaceAll(tag, '');

/**
 * The statements of a list: `- S4.2 words`, under the heading of their section, with `(client library: reason)`
 * at the end of those that no test proves. What cannot be read is answered as a complaint with its line.
 */
export function readStatements(markdown) {
  const statements = [];
  const complaints = [];
  let heading = null;
  for (const [index, text] of markdown.split('\n').entries()) {
    heading = /^## (\d+)\. /.exec(text)?.[1] ?? heading;
    if (!text.startsWith('- ')) continue;
    const [, number, section, said] = /^- (S(\d+)\.\d+) (.+)$/.exec(text) ?? [];
    const [, library] = / \(client library: (.+)\)$/.exec(text) ?? [];
    const statement = { line: index + 1, number, statement: said, library };
    const problem = problemOf(statement, section, heading, statements);
    if (problem) complaints.push({ line: index + 1, statement: number ?? text, problem });
    else statements.push(statement);
  }
  if (statements.length === 0) complaints.push({ line: 1, problem: 'there is not one statement' });
  return { statements, complaints };
}

function problemOf({ number, statement }, section, heading, earlier) {
  if (!number) return 'a statement is written as "- S4.2 words"';
  if (section !== heading) return `it says section ${section}, its heading ${heading}`;
  if (earlier.some((one) => one.number === number)) return 'its number is taken';
  const isSaid = (one) => one.statement === statement && one.number.startsWith(`S${section}.`);
  return earlier.some(isSaid) ? 'it is stated twice' : null;
}

const title = /(['"`])((?:\\.|(?!\1)[^\\\n])* \[S\d+\.\d+(?:, S\d+\.\d+)*\])\1/g;

/** The titles with tags in the text of a test file, as they are written there. */
export const titlesIn = (file, text) =>
  Array.from(text.matchAll(title), ([, , written]) => ({
    file,
    title: untagged(written),
    numbers: numbersIn(written),
  }));

/** The document that people read: each statement with the tests that have its number. */
export function coverageTable(markdown, titles) {
  const rows = markdown.split('\n').map((text) => {
    const [, number, said] = /^- (S\d+\.\d+) (.+)$/.exec(text) ?? [];
    if (!number) return text;
    const proofs = titles
      .filter(({ numbers }) => numbers.includes(number))
      .map((one) => `\`${one.file} › ${one.title}\``);
    return `| ${[number, said, proofs.join('<br>')].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  const tables = rows.join('\n').replaceAll(/\n\n(?=\| S)/g, `\n\n${head}\n`);
  const body = tables.slice(tables.indexOf('\n## '));
  return `${introduction}${body}`;
}

const head = '| number | statement | tests |\n| --- | --- | --- |';
const introduction = `# What the product promises, and the tests that prove it

Made of \`docs/spec-statements.md\` and the tags in the titles of the tests, by \`node scripts/spec-coverage.mjs table\`: not edited by hand.
`;

/**
 * Holds the statements against what ran. One is proven when each file with its number had tests with it that ran and
 * passed; a file of a step that was not chosen is not judged, and a statement without any judged file is not counted.
 */
export function judgeStatements(statements, titles, outcomes, chosenSteps, isFullRun = false) {
  const verdict = { proven: 0, onLibrary: 0, notJudged: 0, complaints: [] };
  for (const { line, number, library } of statements) {
    const tagged = titles.filter(({ numbers }) => numbers.includes(number));
    const files = [...new Set(tagged.map(({ file }) => file))];
    const judged = files.filter((file) => isInRun(file, chosenSteps, isFullRun));
    const problems = judged.flatMap((file) => problemsIn(file, number, outcomes, isFullRun));
    if (!library && files.length === 0) problems.push('no test has its number');
    for (const problem of problems) verdict.complaints.push({ line, statement: number, problem });
    if (problems.length > 0) continue;
    if (library) verdict.onLibrary += 1;
    else if (judged.length === 0) verdict.notJudged += 1;
    else verdict.proven += 1;
  }
  const known = new Set(statements.map(({ number }) => number));
  for (const { file, title, numbers } of titles) {
    const unknown = numbers.find((number) => !known.has(number));
    if (unknown)
      verdict.complaints.push({
        line: 1,
        statement: unknown,
        problem: `is no statement: ${file} › ${title}`,
      });
  }
  return verdict;
}

function problemsIn(file, number, outcomes, isFullRun) {
  const ran = [...outcomes].filter(
    ([name]) => name.startsWith(`${file} › `) && numbersIn(name).includes(number),
  );
  if (ran.length === 0) return [`no test of ${file} with its number ran`];
  return ran
    .filter(([, outcome]) => outcome !== 'passed' && (isFullRun || outcome !== 'PostgreSQL only'))
    .map(([name, outcome]) => `${untagged(name)} ${words[outcome]}`);
}
