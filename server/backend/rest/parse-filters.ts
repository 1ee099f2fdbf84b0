import { RestError, notImplemented } from './errors.ts';
import { Scanner, type Field } from './scanner.ts';
import { checkOperation } from './value-limits.ts';

/** SQL of the operators that take one value. */
export const comparisons = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const;

/** SQL functions of the full text operators. */
export const textSearches = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;

type Comparison = keyof typeof comparisons;
type TextSearch = keyof typeof textSearches;

export type Operation =
  | { kind: 'is'; state: 'null' | 'not null' | 'true' | 'false' | 'unknown' }
  | { kind: 'in'; values: string[] }
  | { kind: 'compare'; operator: Comparison; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'search'; operator: TextSearch; config: string | null; value: string };

export type Filter = { kind: 'filter'; field: Field; isNegated: boolean; operation: Operation };
export type Condition =
  Filter | { kind: 'logic'; operator: 'and' | 'or'; isNegated: boolean; conditions: Condition[] };

const deepestTree = 20;
const quantifiable: readonly string[] = ['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'];
/** Operators of the reference server for regular expressions: a short one can keep a database busy for minutes. */
const regularExpressions: readonly string[] = ['match', 'imatch'];
const isComparison = (word: string): word is Comparison => Object.hasOwn(comparisons, word);
const isTextSearch = (word: string): word is TextSearch => Object.hasOwn(textSearches, word);

/** Reads the right side of `column=eq.5`. */
export function parseFilter(field: Field, text: string): Filter {
  const scanner = new Scanner('filter', text);
  const filter = condition(scanner, field, () => scanner.rest());
  scanner.end();
  return filter;
}

/** Reads the right side of `or=(a.eq.1,and(b.gt.2,c.is.null))`. */
export function parseLogic(operator: 'and' | 'or', isNegated: boolean, text: string): Condition {
  const scanner = new Scanner('logic tree', text);
  const tree = logic(scanner, operator, isNegated, 0);
  scanner.end();
  return tree;
}

/** Whether a parameter of a function call reads as a filter, and so is no argument. */
export function looksLikeFilter(text: string): boolean {
  const word = /^(?:not\.)?([a-z]+)(?:\([^)]*\))?\./.exec(text)?.[1] ?? '';
  if (word === 'is' || word === 'in' || regularExpressions.includes(word)) return true;
  return isComparison(word) || isTextSearch(word);
}

function logic(
  scanner: Scanner,
  operator: 'and' | 'or',
  isNegated: boolean,
  depth: number,
): Condition {
  if (depth > deepestTree) scanner.fail(`at most ${deepestTree} levels`);
  const conditions: Condition[] = [];
  scanner.match(/\s*/y);
  scanner.expect('(');
  do {
    scanner.match(/\s*/y);
    const nested = scanner.match(/(not\.)?(and|or)(?=\s*\()/y);
    conditions.push(
      nested
        ? logic(scanner, nested[2] === 'or' ? 'or' : 'and', nested[1] !== undefined, depth + 1)
        : leaf(scanner),
    );
    scanner.match(/\s*/y);
  } while (scanner.take(','));
  scanner.expect(')');
  return { kind: 'logic', operator, isNegated, conditions };
}

function leaf(scanner: Scanner): Filter {
  const field = scanner.field();
  scanner.expect('.');
  return condition(scanner, field, () => logicValue(scanner));
}

// Inside a tree a value ends at `,` or `)`, unless it is quoted or an array literal.
function logicValue(scanner: Scanner): string {
  const start = scanner.position;
  const quoted = scanner.quoted();
  if (quoted !== null && /^(?:[,)]|$)/.test(scanner.text.slice(scanner.position))) return quoted;
  scanner.position = start;
  return scanner.match(/\{[^{}]*\}|[^,)]*/y)?.[0] ?? '';
}

function condition(scanner: Scanner, field: Field, readValue: () => string): Filter {
  const isNegated = scanner.take('not.');
  const start = scanner.position;
  const head = scanner.match(/([a-z]+)(?:\(([^()]*)\))?\./y);
  const operation = head && operationOf(scanner, head[1] ?? '', head[2] ?? null, readValue);
  if (operation) {
    checkOperation(operation);
    return { kind: 'filter', field, isNegated, operation };
  }
  scanner.position = start;
  return scanner.fail('operator (eq, gt, ...)');
}

function operationOf(
  scanner: Scanner,
  word: string,
  option: string | null,
  readValue: () => string,
): Operation | null {
  if (word === 'is' && option === null) return { kind: 'is', state: state(scanner) };
  if (word === 'in' && option === null) return { kind: 'in', values: list(scanner) };
  if (isTextSearch(word) && (option === null || /^[\p{L}\p{N}_ $]+$/u.test(option))) {
    return { kind: 'search', operator: word, config: option, value: readValue() };
  }
  if (regularExpressions.includes(word)) {
    throw notImplemented(
      'Regular expressions (match, imatch) are not supported: use like, ilike or a text search',
    );
  }
  if (!isComparison(word)) return null;
  const isQuantified = option === 'any' || option === 'all';
  if (option !== null && (!isQuantified || !quantifiable.includes(word))) return null;
  const quantifier = isQuantified ? option : null;
  return { kind: 'compare', operator: word, quantifier, value: readValue() };
}

function state(scanner: Scanner) {
  const word = scanner
    .match(/not_null|null|unknown|true|false/iy)?.[0]
    .toLowerCase()
    .replace('_', ' ');
  switch (word) {
    case 'null':
    case 'not null':
    case 'true':
    case 'false':
    case 'unknown':
      return word;
    case undefined:
    default:
      return scanner.fail('null or trilean value (unknown, true, false)');
  }
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

/** An embedded table can only be asked for being there or not. */
export const unacceptableEmbedFilter = (name: string) =>
  new RestError(400, {
    code: 'PGRST120',
    message: `Bad operator on the '${name}' embedded resource`,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });
