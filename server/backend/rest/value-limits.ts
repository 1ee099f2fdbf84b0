import { RestError } from './errors.ts';
import type { Operation } from './parse-filters.ts';

/**
 * The embedded database runs in this process: a value that makes it recurse too deeply stops everyone.
 * PostgreSQL's own checks do not work there, so these run first.
 */
const deepestNesting = 100;

/** Throws PostgreSQL's error for a value that is too complex. */
export function checkOperation(operation: Operation) {
  if (operation.kind === 'in') operation.values.forEach(checkNesting);
  if (operation.kind === 'compare') checkNesting(operation.value);
}

/** Brackets of any kind, as json and arrays nest them. */
export function checkNesting(text: string) {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\](){}]/g)) {
    depth += '[({'.includes(bracket) ? 1 : -1;
    if (depth > deepestNesting) {
      throw new RestError(400, { code: '54001', message: 'the value is nested too deeply' });
    }
  }
}
