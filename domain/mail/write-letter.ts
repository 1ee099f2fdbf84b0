import { isEmptyRuns, type Letter, type LetterBlock, type Run } from './letter.ts';

/** The HTML of an email, one part a line. Empty parts are left out. `parseLetter` reads it back. */
export function writeLetter({ preview, heading, text, ...end }: Letter): string {
  const { button, signOff, smallPrint } = end;
  const parts = [
    paragraph(preview, ' class="preview" style="display:none"'),
    isEmptyRuns(heading) ? '' : `<h1>${writeRuns(heading)}</h1>`,
    ...text.map(writeBlock),
    button &&
      `<p class="button"><a href="${escapeAttribute(button.href)}">${writeRuns(button.label)}</a></p>`,
    ...signOff.map((runs) => paragraph(runs, ' class="sign-off"')),
    ...smallPrint.map((runs) => paragraph(runs, ' class="small-print"')),
  ];
  return parts
    .filter((part) => part)
    .map((part) => `${part}\n`)
    .join('');
}

/** A subject as Liquid: variables in plain text. */
export const writeLine = (runs: readonly Run[]): string =>
  runs
    .map((run) => ('variable' in run ? `{{ ${run.variable} }}` : 'text' in run ? run.text : ' '))
    .join('');

const paragraph = (runs: readonly Run[], attributes = ''): string =>
  isEmptyRuns(runs) ? '' : `<p${attributes}>${writeRuns(runs)}</p>`;

function writeBlock(block: LetterBlock): string {
  switch (block.kind) {
    case 'fixed':
      return block.html;
    case 'paragraph':
      return paragraph(block.runs);
    case 'list': {
      const items = block.items.filter((runs) => !isEmptyRuns(runs));
      return items.length === 0
        ? ''
        : `<ul>${items.map((runs) => `<li>${writeRuns(runs)}</li>`).join('')}</ul>`;
    }
  }
}

/** A link is around what is bold in it. */
const writeRuns = (runs: readonly Run[]): string =>
  grouped(runs, ({ href }) => href)
    .map(({ key: href, runs: linked }) => {
      const words = grouped(linked, ({ isBold }) => isBold)
        .map(({ key, runs: same }) => wrapped(same.map(writePiece).join(''), key))
        .join('');
      return href === undefined ? words : `<a href="${escapeAttribute(href)}">${words}</a>`;
    })
    .join('');

const wrapped = (words: string, isBold: true | undefined) =>
  isBold ? `<strong>${words}</strong>` : words;

function writePiece(run: Run): string {
  if ('variable' in run) return `{{ ${run.variable} }}`;
  return 'isBreak' in run ? '<br>' : escapeText(run.text);
}

/** Neighbours with the same key, in order. */
function grouped<Key>(runs: readonly Run[], keyOf: (run: Run) => Key) {
  const groups: { key: Key; runs: Run[] }[] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last && last.key === keyOf(run)) last.runs.push(run);
    else groups.push({ key: keyOf(run), runs: [run] });
  }
  return groups;
}

// Typed braces are text, not Liquid.
const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\{(?=[{%]|$)/g, '&#123;');

// An address may hold a variable.
const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
