import type { Letter, LetterBlock, Run } from './letter.ts';
import { decodeText, parseRuns } from './parse-runs.ts';
import { splitParts, type Part } from './split-parts.ts';

type Section = 'preview' | 'heading' | 'text' | 'button' | 'signOff' | 'smallPrint';

const order: readonly Section[] = ['preview', 'heading', 'text', 'button', 'signOff', 'smallPrint'];

/**
 * An email as its form shows it; null if the form cannot show all of it: a page of its own, parts in another order,
 * or an element that is not closed. Nothing is left out: what is not understood becomes a fixed block.
 */
export function parseLetter(html: string): Letter | null {
  if (/<(?:!doctype|html|head|body)\b/i.test(html)) return null;
  const parts = splitParts(html);
  if (!parts) return null;
  const letter = {
    preview: [] as Run[],
    heading: [] as Run[],
    text: [] as LetterBlock[],
    button: null as Letter['button'],
    signOff: [] as Run[][],
    smallPrint: [] as Run[][],
  };
  let reached = 0;
  for (const part of parts) {
    const read = readPart(part);
    const place = order.indexOf(read.section);
    const isSingle = ['preview', 'heading', 'button'].includes(read.section);
    if (place < reached) return null;
    reached = isSingle ? place + 1 : place;
    switch (read.section) {
      case 'text':
        letter.text.push(read.block);
        break;
      case 'button':
        letter.button = read.button;
        break;
      case 'preview':
      case 'heading':
        letter[read.section] = read.runs;
        break;
      case 'signOff':
      case 'smallPrint':
        letter[read.section].push(read.runs);
    }
  }
  return letter;
}

type ReadPart =
  | { section: 'text'; block: LetterBlock }
  | { section: 'button'; button: NonNullable<Letter['button']> }
  | { section: Exclude<Section, 'text' | 'button'>; runs: Run[] };

const sections: Readonly<Record<string, Exclude<Section, 'text' | 'button'>>> = {
  'p class="preview" style="display:none"': 'preview',
  'p class="preview"': 'preview',
  h1: 'heading',
  'p class="sign-off"': 'signOff',
  'p class="small-print"': 'smallPrint',
};

function readPart(part: Part): ReadPart {
  const { tag, attributes, inner, source } = part;
  const opening = `${tag} ${attributes}`.trim();
  const section = sections[opening];
  const runs = parseRuns(inner);
  if (section && runs && (section !== 'heading' || isPlain(runs))) return { section, runs };
  if (opening === 'p class="button"') {
    const button = readButton(inner);
    if (button) return { section: 'button', button };
  }
  if (opening === 'p' && runs) return { section: 'text', block: { kind: 'paragraph', runs } };
  const items = opening === 'ul' ? readItems(inner) : null;
  if (items) return { section: 'text', block: { kind: 'list', items } };
  return { section: 'text', block: { kind: 'fixed', html: source } };
}

const isPlain = (runs: readonly Run[]): boolean =>
  runs.every((run) => !run.isBold && run.href === undefined && !('isBreak' in run));

function readButton(inner: string): Letter['button'] {
  const [, address, words] = /^\s*<a href="([^"<>]*)">([\s\S]*)<\/a>\s*$/.exec(inner) ?? [];
  const [href, label] = [decodeText(address ?? ''), parseRuns(words ?? '')];
  return words !== undefined && href !== null && label && isPlain(label) ? { href, label } : null;
}

function readItems(inner: string): Run[][] | null {
  const items = splitParts(inner)?.map(({ tag, attributes, inner: words }) =>
    tag === 'li' && attributes === '' ? parseRuns(words) : null,
  );
  return items && items.length > 0 && items.every((runs) => runs !== null) ? items : null;
}
