import { Scanner, type Field } from './scanner.ts';

/** `relation` is set for `payments(amount_cents).desc`: by a column of an embedded single row. */
export type OrderTerm = {
  relation: string | null;
  field: Field;
  direction: 'asc' | 'desc';
  nulls: 'first' | 'last' | null;
};

const mostTerms = 50;

/** Reads `order=booking_date.desc.nullslast,id`. */
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
  let field = scanner.field();
  let relation: string | null = null;
  if (field.path.length === 0 && scanner.take('(')) {
    relation = field.name;
    field = scanner.field();
    scanner.expect(')');
  }
  const direction = scanner.match(/\.(asc|desc)(?=[.,]|$)/y)?.[1];
  const nulls = scanner.match(/\.nulls(first|last)(?=,|$)/y)?.[1];
  if (!scanner.isAtEnd && scanner.text[scanner.position] !== ',') {
    scanner.fail('"asc", "desc", "nullsfirst", "nullslast", "," or end of input');
  }
  return {
    relation,
    field,
    direction: direction === 'desc' ? 'desc' : 'asc',
    nulls: nulls === 'first' || nulls === 'last' ? nulls : null,
  };
}
