/**
 * The rows of the ASVS table: | requirement | in plain words | answer |, in the order of their numbers. An answer
 * begins with "not applicable: " or "not met: " and a reason; any other one is met, and names its evidence: a
 * test, `path › title`, or a file, `path`. `isFile` says whether a path exists. Each row has its `kind` (met,
 * notApplicable or notMet) and its tests; an unreadable row is a complaint with its line.
 */
export function readRequirements(markdown, isFile) {
  const rows = [];
  const complaints = [];
  let latest = [];
  for (const { line, cells } of rowsOf(markdown, /^requirement$/)) {
    const [statement, words, answer = ''] = cells;
    const number = /^v5\.0\.0-(\d+(?:\.\d+){0,2})$/.exec(statement)?.[1]?.split('.').map(Number);
    const named = Array.from(answer.matchAll(/`([^`]+)`/g), ([, name]) => readProof(name));
    const kind = kindOf(answer);
    const problem =
      problemOf({ cells, number, words, kind, answer, named }, latest) ??
      missingFile(named, isFile);
    if (number) latest = number;
    if (problem) complaints.push({ line, statement, problem });
    else rows.push({ line, statement, kind, proofs: named.filter(({ title }) => title) });
  }
  if (rows.length === 0) complaints.push({ line: 1, problem: 'there is not one row' });
  return { rows, complaints };
}

function kindOf(answer) {
  if (answer.startsWith('not applicable:')) return 'notApplicable';
  return answer.startsWith('not met:') ? 'notMet' : 'met';
}

function problemOf({ cells, number, words, kind, answer, named }, latest) {
  if (cells.length !== 3) return `a row has three cells, this one ${cells.length}`;
  if (!number) return 'a requirement is numbered like v5.0.0-1.2.5';
  if (!isAfter(number, latest)) return 'it does not come after the row above';
  if (!words) return 'it says nothing in plain words';
  if (kind === 'met') return named.length > 0 ? null : 'it names neither a test nor a file';
  return /:\s*\S/.test(answer) ? null : 'it has no reason';
}

function isAfter(number, latest) {
  const at = number.findIndex((part, index) => part !== latest[index]);
  return at >= 0 && number[at] > (latest[at] ?? 0);
}

const missingFile = (named, isFile) => {
  const missing = named.find(({ file, title }) => !title && !isFile(file));
  return missing ? `there is no file ${missing.file}` : null;
};

/** The cells of every row of a document's tables; `head` matches the first cell of a head. */
function* rowsOf(markdown, head) {
  for (const [index, text] of markdown.split('\n').entries()) {
    if (!text.startsWith('|')) continue;
    const cells = cellsOf(text);
    if (head.test(cells[0]) || /^:?-+/.test(cells[0])) continue;
    yield { line: index + 1, cells };
  }
}

const cellsOf = (text) =>
  text
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** A test by its file and title; without a title, the file alone. */
function readProof(name) {
  const [file, ...title] = name.split(' › ');
  return { file, title: title.join(' › ') };
}
