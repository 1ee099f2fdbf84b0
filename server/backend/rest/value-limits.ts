import { RestError } from './errors.ts';
import type { Condition, Operation } from './parse-filters.ts';

/**
 * The embedded database runs in this process: a value that makes it recurse too deeply stops everyone.
 * PostgreSQL's own checks do not work there, so these run first.
 */
const deepestNesting = 100;
const longestLike = 1000;
/** Each reads every character of every row: hundreds would occupy the embedded database for seconds. */
const mostPatterns = 5;

/** Throws PostgreSQL's error for a value that is too complex. */
export function checkOperation(operation: Operation) {
  if (operation.kind === 'is') return;
  const values = operation.kind === 'in' ? operation.values : [operation.value];
  values.forEach(checkNesting);
  if (isPattern(operation) && operation.value.length > longestLike) {
    throw tooComplex('the pattern is too long');
  }
}

/** Throws when the conditions of a request have too many patterns. */
export function checkPatterns(conditions: readonly Condition[]) {
  if (patternsIn(conditions) <= mostPatterns) return;
  throw tooComplex(`more than ${mostPatterns} patterns in one request`);
}

const patternsIn = (conditions: readonly Condition[]): number =>
  conditions.reduce((sum, condition) => sum + patternsOf(condition), 0);

const patternsOf = (condition: Condition): number =>
  condition.kind === 'logic'
    ? patternsIn(condition.conditions)
    : Number(isPattern(condition.operation));

type Comparison = Extract<Operation, { kind: 'compare' }>;

const isPattern = (operation: Operation): operation is Comparison =>
  operation.kind === 'compare' && /^i?like$/.test(operation.operator);

/** Brackets of any kind, as json and arrays nest them. */
export function checkNesting(text: string) {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\](){}]/g)) {
    depth += '[({'.includes(bracket) ? 1 : -1;
    if (depth > deepestNesting) throw tooComplex('the value is nested too deeply');
  }
}

const tooComplex = (message: string) => new RestError(400, { code: '54001', message });
