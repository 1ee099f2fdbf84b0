import { invalidRange, notImplemented, parseFailure } from './errors.ts';
import { noPath, parseFilter, parseLogic, type Condition } from './parse-filters.ts';
import { parseOrder, type OrderTerm } from './parse-order.ts';
import { parseSelect, type SelectItem } from './parse-select.ts';
import { Scanner } from './scanner.ts';
import { checkPatterns } from './value-limits.ts';

type Limits = {
  conditions: Condition[];
  /** Null means all. */
  limit: number | null;
  offset: number;
};

/** The query of a table, whose lists of columns are still text. */
export type ReadQuery = Limits & { select: string; order: string[] };

/** The parsed query of a table. */
export type Query = Limits & { items: SelectItem[]; order: OrderTerm[] };

const deepestRow = Number.MAX_SAFE_INTEGER;

/** Parses the query string. */
export const parseQuery = (parameters: URLSearchParams): Query => parseLists(readQuery(parameters));

export const parseLists = ({ select, order, ...limits }: ReadQuery): Query => ({
  ...limits,
  items: parseSelect(select),
  order: order.flatMap(parseOrder),
});

/** Parses everything that has values. */
export function readQuery(parameters: URLSearchParams): ReadQuery {
  const query: ReadQuery = {
    select: parameters.get('select') ?? '*',
    conditions: [],
    order: [],
    limit: null,
    offset: 0,
  };
  for (const [key, text] of parameters) {
    if (key !== 'select') apply(query, key, text);
  }
  checkPatterns(query.conditions);
  return query;
}

function apply(query: ReadQuery, key: string, text: string) {
  switch (key) {
    case 'and':
    case 'or':
      query.conditions.push(parseLogic(key, false, text));
      break;
    case 'not.and':
    case 'not.or':
      query.conditions.push(parseLogic(key === 'not.or' ? 'or' : 'and', true, text));
      break;
    case 'order':
      if (text !== '') query.order.push(text);
      break;
    case 'limit':
      query.limit = rowCount(key, text);
      break;
    case 'offset':
      query.offset = rowCount(key, text);
      break;
    case 'columns':
    case 'on_conflict':
      throw notImplemented(`The parameter ${key} is not supported`);
    default:
      query.conditions.push(parseFilter(columnIn(key), text));
  }
}

function columnIn(key: string): string {
  const scanner = new Scanner('column', key);
  const column = scanner.name();
  if (scanner.match(/\.|->/y)) throw noPath();
  scanner.end();
  return column;
}

function rowCount(word: string, text: string): number {
  if (/^-\d+$/.test(text)) {
    const name = word === 'limit' ? 'Limit' : 'Offset';
    throw invalidRange(`${name} should be greater than or equal to zero.`);
  }
  if (!/^\d+$/.test(text)) throw parseFailure(word, text, 0, 'expecting a whole number');
  const count = Number(text);
  if (count > deepestRow) throw parseFailure(word, text, 0, 'the number is too large');
  return count;
}

/** Parameters without a meaning for a change are refused, not ignored. */
export function refuseRange({ limit, offset }: Query) {
  if (limit === null && offset === 0) return;
  throw notImplemented('limit and offset are not supported for changes');
}
