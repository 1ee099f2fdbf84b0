import { notImplemented } from './errors.ts';
import { Scanner } from './scanner.ts';
import { checkOperation } from './value-limits.ts';

/** SQL of the operators with one value. */
export const comparisons = { eq: '=', gte: '>=', lt: '<', lte: '<=' } as const;

/** The reference server's other operators; a pattern reads every row, and can occupy a database for minutes. */
const unsupported: readonly string[] = [
  ...[
    'neq',
    'gt',
    'like',
    'ilike',
    'match',
    'imatch',
    'isdistinct',
    'fts',
    'plfts',
    'phfts',
    'wfts',
  ],
  ...['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'],
];

type Comparison = keyof typeof comparisons;

export type Operation =
  | { kind: 'isNull' }
  | { kind: 'in'; values: string[] }
  | { kind: 'compare'; operator: Comparison; value: string };

export type Filter = { kind: 'filter'; column: string; operation: Operation };
export type Condition = Filter | { kind: 'logic'; operator: 'and' | 'or'; conditions: Condition[] };

const deepestTree = 20;
const isComparison = (word: string): word is Comparison => Object.hasOwn(comparisons, word);

/** Parses the right side of `column=eq.5`. */
export function parseFilter(column: string, text: string): Filter {
  const scanner = new Scanner('filter', text);
  const filter = condition(scanner, column, () => scanner.rest());
  scanner.end();
  return filter;
}

/** Parses the right side of `or=(a.eq.1,and(b.gt.2,c.is.null))`. */
export function parseLogic(operator: 'and' | 'or', text: string): Condition {
  const scanner = new Scanner('logic tree', text);
  const tree = logic(scanner, operator, 0);
  scanner.end();
  return tree;
}

function logic(scanner: Scanner, operator: 'and' | 'or', depth: number): Condition {
  if (depth > deepestTree) scanner.fail(`at most ${deepestTree} levels`);
  const conditions: Condition[] = [];
  scanner.match(/\s*/y);
  scanner.expect('(');
  do {
    scanner.match(/\s*/y);
    const nested = scanner.match(/(not\.)?(and|or)(?=\s*\()/y);
    if (nested?.[1]) throw noNegation();
    conditions.push(
      nested ? logic(scanner, nested[2] === 'or' ? 'or' : 'and', depth + 1) : leaf(scanner),
    );
    scanner.match(/\s*/y);
  } while (scanner.take(','));
  scanner.expect(')');
  return { kind: 'logic', operator, conditions };
}

function leaf(scanner: Scanner): Filter {
  const column = scanner.name();
  if (scanner.take('->')) throw noPath();
  scanner.expect('.');
  return condition(scanner, column, () => logicValue(scanner));
}

export const noNegation = () => notImplemented('not is not supported');

/** For a filter on a related table or a JSON path. */
export const noPath = () => notImplemented('Filters take the columns of the table itself');

// Inside a tree a value ends at `,` or `)`, unless it is quoted.
function logicValue(scanner: Scanner): string {
  const start = scanner.position;
  const quoted = scanner.quoted();
  if (quoted !== null && /^(?:[,)]|$)/.test(scanner.text.slice(scanner.position))) return quoted;
  scanner.position = start;
  return scanner.match(/[^,)]*/y)?.[0] ?? '';
}

function condition(scanner: Scanner, column: string, readValue: () => string): Filter {
  if (scanner.take('not.')) throw noNegation();
  const start = scanner.position;
  const [, word = '', option] = scanner.match(/([a-z]+)(\([^()]*\))?\./y) ?? [];
  const isKnown = isComparison(word) || word === 'is' || word === 'in';
  if (unsupported.includes(word) || (isKnown && option !== undefined)) {
    throw notImplemented(`The operator ${word}${option ?? ''} is not supported`);
  }
  if (!isKnown) {
    scanner.position = start;
    return scanner.fail('operator (eq, gt, ...)');
  }
  const operation = operationOf(scanner, word, readValue);
  checkOperation(operation);
  return { kind: 'filter', column, operation };
}

function operationOf(
  scanner: Scanner,
  word: Comparison | 'is' | 'in',
  readValue: () => string,
): Operation {
  if (word === 'is') return isNull(scanner);
  if (word === 'in') return { kind: 'in', values: list(scanner) };
  return { kind: 'compare', operator: word, value: readValue() };
}

function isNull(scanner: Scanner): Operation {
  const word = scanner.match(/not_null|null|unknown|true|false/iy)?.[0].toLowerCase();
  if (word === 'null') return { kind: 'isNull' };
  throw word ? notImplemented(`is.${word} is not supported`) : scanner.fail('null');
}

function list(scanner: Scanner): string[] {
  scanner.expect('(');
  if (scanner.take(')')) return [];
  const values: string[] = [];
  do {
    const start = scanner.position;
    const quoted = scanner.quoted();
    const isWhole = quoted !== null && /[,)]/.test(scanner.text[scanner.position] ?? '');
    if (!isWhole) scanner.position = start;
    values.push(isWhole ? quoted : (scanner.match(/[^,)]*/y)?.[0] ?? ''));
  } while (scanner.take(','));
  scanner.expect(')');
  return values;
}
