import { notImplemented, parseFailure } from './errors.ts';
import { noNegation, noPath, parseFilter, parseLogic, type Condition } from './parse-filters.ts';
import { parseOrder, type OrderTerm } from './parse-order.ts';
import { parseSelect, type SelectItem } from './parse-select.ts';
import { Scanner } from './scanner.ts';

type Limits = {
  conditions: Condition[];
  /** Null means all. */
  limit: number | null;
};

/** The query of a table, whose lists of columns are still text. */
export type ReadQuery = Limits & { select: string; order: string[] };

/** The parsed query of a table. */
export type Query = Limits & { items: SelectItem[]; order: OrderTerm[] };

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
  };
  for (const [key, text] of parameters) {
    if (key !== 'select') apply(query, key, text);
  }
  return query;
}

function apply(query: ReadQuery, key: string, text: string) {
  switch (key) {
    case 'and':
    case 'or':
      query.conditions.push(parseLogic(key, text));
      break;
    case 'not.and':
    case 'not.or':
      throw noNegation();
    case 'order':
      if (text !== '') query.order.push(text);
      break;
    case 'limit':
      query.limit = rowCount(text);
      break;
    case 'offset':
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

function rowCount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw parseFailure('limit', text, 0, 'expecting a whole number');
}

/** Parameters without a meaning for a change are refused, not ignored. */
export function refuseRange({ limit }: Query) {
  if (limit !== null) throw notImplemented('limit is not supported for changes');
}
