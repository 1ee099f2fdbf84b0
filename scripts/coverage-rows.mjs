/**
 * The rows of the coverage table: | section | statement | proof |, under a heading for each section.
 * A proof is the name of a test, `path › title`, or "client library: " and a reason.
 * What cannot be read is answered as a complaint with its line.
 */
export function readRows(markdown) {
  const rows = [];
  const complaints = [];
  for (const { line, heading, cells } of rowsOf(markdown, /^section$/i)) {
    const row = readRow(cells);
    const problem = problemOf(row, heading, rows);
    if (problem) complaints.push({ line, statement: row.statement, problem });
    else rows.push({ line, ...row });
  }
  if (rows.length === 0) complaints.push({ line: 1, problem: 'there is not one row' });
  return { rows, complaints };
}

/** The cells of every row of a document's tables, with the number of the heading above; `head` knows the first cell of a head. */
export function* rowsOf(markdown, head) {
  let heading = null;
  for (const [index, text] of markdown.split('\n').entries()) {
    heading = /^## (\d+)\. /.exec(text)?.[1] ?? heading;
    if (!text.startsWith('|')) continue;
    const cells = cellsOf(text);
    if (head.test(cells[0]) || /^:?-+/.test(cells[0])) continue;
    yield { line: index + 1, heading, cells };
  }
}

const cellsOf = (text) =>
  text
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function readRow(cells) {
  const [section, statement, proof = ''] = cells;
  const library = /^client library: (.+)$/.exec(proof)?.[1];
  return {
    cells: cells.length,
    section,
    statement,
    library,
    proofs: library ? [] : Array.from(proof.matchAll(/`([^`]+)`/g), ([, name]) => readProof(name)),
    leftOver: library ? '' : proof.replaceAll(/`[^`]+`|<br>/g, '').trim(),
  };
}

/** A test by its file and title; a title that is empty names the file alone. */
export function readProof(name) {
  const [file, ...title] = name.split(' › ');
  return { file, title: title.join(' › ') };
}

function problemOf(row, heading, earlier) {
  if (row.cells !== 3) return `a row has three cells, this one ${row.cells}`;
  if (row.section !== heading) return `it says section ${row.section}, its heading ${heading}`;
  if (!row.statement) return 'it states nothing';
  if (earlier.some((one) => one.section === row.section && one.statement === row.statement)) {
    return 'it is stated twice';
  }
  if (row.leftOver) return `"${row.leftOver}" is no proof`;
  if (!row.library && row.proofs.length === 0) return 'it has no proof';
  const nameless = row.proofs.find(({ title }) => !title);
  return nameless ? `"${nameless.file}" names no test: write path › title` : null;
}
