import type { Catalogue, Routine } from './catalogue.ts';
import { RestError } from './errors.ts';

/**
 * The function with exactly these arguments: all given ones, and no missing one without a default. Argument names
 * distinguish functions of one name.
 */
export function routineFor(catalogue: Catalogue, name: string, keys: readonly string[]): Routine {
  const named = catalogue.routines.get(name) ?? [];
  const found = named.find((routine) => accepts(routine, keys));
  if (!found) throw unknownRoutine(name, keys);
  return found;
}

function accepts({ parameters }: Routine, keys: readonly string[]): boolean {
  const names = parameters.map(({ name }) => name);
  const isComplete = parameters.every(
    ({ name, isRequired }) => !isRequired || (name !== '' && keys.includes(name)),
  );
  return isComplete && keys.every((key) => key !== '' && names.includes(key));
}

function unknownRoutine(name: string, keys: readonly string[]) {
  const list = keys.join(', ');
  const shown = keys.length === 0 ? ' without parameters' : `(${list})`;
  const searched =
    keys.length === 0 ? shown : ` with parameter${keys.length > 1 ? 's' : ''} ${list}`;
  return new RestError(404, {
    code: 'PGRST202',
    message: `Could not find the function public.${name}${shown} in the schema cache`,
    details: `Searched for the function public.${name}${searched}, but no matches were found in the schema cache.`,
  });
}
