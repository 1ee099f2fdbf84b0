import { notImplemented } from './errors.ts';
import { Scanner } from './scanner.ts';

/** `select`: names of columns, and `null` for all of them. */
export type SelectItem = string | null;

const mostItems = 200;

/** Parses `select`. An empty list is allowed: rows without columns. */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner('select parameter', text);
  if (scanner.isAtEnd) return [];
  const items: SelectItem[] = [];
  do {
    if (items.length === mostItems) scanner.fail(`at most ${mostItems} columns`);
    items.push(item(scanner));
  } while (scanner.take(','));
  scanner.end();
  return items;
}

function item(scanner: Scanner): SelectItem {
  scanner.match(/\s*/y);
  if (scanner.match(/\*\s*(?=,|$)/y)) return null;
  const isColumn = !scanner.match(/\.\./y);
  const name = isColumn && scanner.name();
  // An alias, a cast, a related table, a JSON path, an aggregate.
  if (name === false || scanner.match(/[:(!.]|->/y)) {
    throw notImplemented('select takes the names of columns, and nothing else');
  }
  scanner.match(/\s*/y);
  return name;
}
