import type { Run } from './letter.ts';

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  middot: '·',
  minus: '−',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

// A variable (with filters), a tag, an entity, text, in this order. Anything else is not understood.
const token =
  /\{\{(?!-)\s*([^{}]*?)\s*(?<!-)\}\}|<(\/?)(strong|b|a|br)(?:\s+href="([^"<>]*)")?\s*\/?>|&(#\d+|#x[0-9a-f]+|[a-z]+);|((?:[^<>&{]|\{(?![{%]))+)/iy;

/** The text of an element as runs; null if it holds anything else than bold words, links, breaks and variables. */
export function parseRuns(html: string): Run[] | null {
  const runs: Run[] = [];
  let isBold = false;
  let href: string | undefined;
  const source = html.trim();
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const found = token.exec(source);
    if (!found) return null;
    const [, variable, slash, tag = '', address, entity, text] = found;
    const look = { ...(isBold && { isBold }), ...(href !== undefined && { href }) } as const;
    if (variable !== undefined) {
      if (variable === '') return null;
      runs.push({ variable, ...look });
    } else if (entity !== undefined) {
      const character = decodeEntity(entity);
      if (character === null) return null;
      addText(runs, character, look);
    } else if (text !== undefined) {
      addText(runs, text.replace(/\s*\n\s*/g, ' '), look);
    } else if (tag.toLowerCase() === 'br') {
      if (slash || address !== undefined) return null;
      runs.push({ isBreak: true, ...look });
    } else if (tag.toLowerCase() === 'a') {
      const next = slash ? undefined : address === undefined ? null : decodeText(address);
      // Inside another link, or without an address.
      if (next === null || (next === undefined) === (href === undefined)) return null;
      href = next;
    } else {
      if (address !== undefined || isBold === (slash === '')) return null;
      isBold = slash === '';
    }
  }
  return isBold || href !== undefined ? null : runs;
}

/** An attribute's value; null for an unknown entity. */
export function decodeText(text: string): string | null {
  const entity = /&(#\d+|#x[0-9a-f]+|[a-z]+);/gi;
  const isKnown = [...text.matchAll(entity)].every(([, name = '']) => decodeEntity(name) !== null);
  return isKnown ? text.replace(entity, (_all, name: string) => decodeEntity(name) ?? '') : null;
}

/** A subject: variables in plain text; null if it holds other Liquid. */
export function parseLine(line: string): Run[] | null {
  const runs: Run[] = [];
  const piece = /\{\{(?!-)\s*([^{}]+?)\s*(?<!-)\}\}|((?:[^{]|\{(?![{%]))+)/y;
  while (piece.lastIndex < line.length) {
    const found = piece.exec(line);
    if (!found) return null;
    const [, variable, text = ''] = found;
    runs.push(variable === undefined ? { text } : { variable });
  }
  return runs;
}

function addText(runs: Run[], text: string, look: Pick<Run, 'isBold' | 'href'>) {
  const last = runs.at(-1);
  const isSame = last && 'text' in last && last.isBold === look.isBold && last.href === look.href;
  if (isSame) last.text += text;
  else runs.push({ text, ...look });
}

function decodeEntity(entity: string): string | null {
  if (!entity.startsWith('#')) return entities[entity] ?? null;
  const isHex = /^#x/i.test(entity);
  const point = Number.parseInt(entity.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : null;
}
