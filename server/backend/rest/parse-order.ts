import { notImplemented } from './errors.ts';
import { Scanner } from './scanner.ts';

export type OrderTerm = { column: string; direction: 'asc' | 'desc' };

const mostTerms = 50;

/** Reads `order=booking_date.desc,id`. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner('order', text);
  const terms: OrderTerm[] = [];
  do {
    if (terms.length === mostTerms) scanner.fail(`at most ${mostTerms} columns`);
    terms.push(term(scanner));
  } while (scanner.take(','));
  scanner.end();
  return terms;
}

function term(scanner: Scanner): OrderTerm {
  scanner.match(/\s*/y);
  const column = scanner.name();
  if (scanner.match(/\(|->/y)) throw notImplemented('order takes the columns of the table itself');
  const direction = scanner.match(/\.(asc|desc)(?=[.,]|$)/y)?.[1];
  if (scanner.match(/\.nulls(first|last)(?=,|$)/y)) {
    throw notImplemented('order takes no place for nulls');
  }
  if (!scanner.isAtEnd && scanner.text[scanner.position] !== ',') {
    scanner.fail('"asc", "desc", "," or end of input');
  }
  return { column, direction: direction === 'desc' ? 'desc' : 'asc' };
}
