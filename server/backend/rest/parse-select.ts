import { RestError, notImplemented } from './errors.ts';
import { Scanner, type Field } from './scanner.ts';

export type SelectItem =
  | { kind: 'all' }
  | { kind: 'column'; field: Field; alias: string | null; cast: string | null }
  | EmbedItem;

/** Rows of a related table inside each row: `alias:payments!hint!inner(id,amount_cents)`. */
export type EmbedItem = {
  kind: 'embed';
  target: string;
  alias: string | null;
  hint: string | null;
  isInner: boolean;
  items: SelectItem[];
};

const mostItems = 200;
const deepestEmbed = 8;

/** Reads `select`. An empty list is allowed: rows without columns. */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner('select parameter', text);
  const count = { items: 0 };
  const items = list(scanner, count, 0);
  scanner.end();
  return items;
}

function list(scanner: Scanner, count: { items: number }, depth: number): SelectItem[] {
  if (depth > deepestEmbed) scanner.fail(`at most ${deepestEmbed} levels of embedding`);
  if (scanner.isAtEnd || scanner.text[scanner.position] === ')') return [];
  const items: SelectItem[] = [];
  do {
    if (++count.items > mostItems) scanner.fail(`at most ${mostItems} columns`);
    items.push(item(scanner, count, depth));
  } while (scanner.take(','));
  return items;
}

function item(scanner: Scanner, count: { items: number }, depth: number): SelectItem {
  scanner.match(/\s*/y);
  if (scanner.match(/\*(?=\s*(?:[,)]|$))/y)) return { kind: 'all' };
  if (scanner.take('..')) throw notImplemented('Spreading an embedded resource is not supported');
  if (scanner.match(/count\(\)/y)) throw aggregatesNotAllowed();
  const alias = aliasHere(scanner);
  const field = scanner.field();
  if (scanner.match(/\.(?:count|sum|avg|min|max)\(\)/y)) throw aggregatesNotAllowed();
  const next = scanner.text[scanner.position];
  if (field.path.length === 0 && (next === '!' || next === '(')) {
    return embed(scanner, { target: field.name, alias }, count, depth);
  }
  const cast = scanner.take('::') ? castHere(scanner) : null;
  if (!scanner.isAtEnd && !/[,)\s]/.test(scanner.text[scanner.position] ?? '')) {
    scanner.fail('letter, digit, "-", "->>", "->", "::", ")", "," or end of input');
  }
  scanner.match(/\s*/y);
  return { kind: 'column', field, alias, cast };
}

function embed(
  scanner: Scanner,
  { target, alias }: { target: string; alias: string | null },
  count: { items: number },
  depth: number,
): EmbedItem {
  let hint: string | null = null;
  let isInner = false;
  while (scanner.take('!')) {
    const word = scanner.name();
    if (word === 'inner') isInner = true;
    else if (word !== 'left') hint = word;
  }
  scanner.expect('(');
  const items = list(scanner, count, depth + 1);
  scanner.expect(')');
  return { kind: 'embed', target, alias, hint, isInner, items };
}

/** `alias:` but not the `::` of a cast. */
function aliasHere(scanner: Scanner): string | null {
  const start = scanner.position;
  const alias = scanner.name();
  if (scanner.match(/:(?!:)/y)) return alias;
  scanner.position = start;
  return null;
}

const castHere = (scanner: Scanner) =>
  scanner.match(/[\p{L}\p{N}_ $]+/uy)?.[0].trim() ?? scanner.fail('letter or digit');

const aggregatesNotAllowed = () =>
  new RestError(400, {
    code: 'PGRST123',
    message: 'Use of aggregate functions is not allowed',
  });
