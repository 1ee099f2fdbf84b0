import { RestError } from './errors.ts';
import type { Operation } from './parse-filters.ts';

/**
 * The embedded database runs in this process: a value that makes it recurse too deeply stops
 * everyone. PostgreSQL's own guards do not work there, so these stand in front.
 */
const deepestNesting = 100;
const longestLike = 1000;
const longestSearch = 500;

/** Throws what PostgreSQL would answer for a value that is too complex. */
export function checkOperation(operation: Operation) {
  if (operation.kind === 'is') return;
  const values = operation.kind === 'in' ? operation.values : [operation.value];
  values.forEach(checkNesting);
  if (operation.kind === 'search') checkLength(operation.value, longestSearch);
  if (operation.kind !== 'compare') return;
  const { operator, value } = operation;
  if (operator === 'like' || operator === 'ilike') checkLength(value, longestLike);
}

/** Brackets of any kind, as json, arrays and searches nest them. */
export function checkNesting(text: string) {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\](){}]/g)) {
    depth += '[({'.includes(bracket) ? 1 : -1;
    if (depth > deepestNesting) throw tooComplex('the value is nested too deeply');
  }
}

function checkLength(text: string, longest: number) {
  if (text.length > longest) throw tooComplex('the pattern is too long');
}

const tooComplex = (message: string) => new RestError(400, { code: '54001', message });
