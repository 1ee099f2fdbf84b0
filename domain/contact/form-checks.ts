import type { FieldResult } from './field-checks.ts';

/** The result of validating a form: normalised values, or a sentence for each invalid field. */
export type FormResult<Value, Field extends string> =
  | { ok: true; value: Value }
  | { ok: false; fields: Partial<Record<Field, string>> };

type Checks<Value> = { [Field in keyof Value]: FieldResult<Value[Field]> };

/** Combines the checks of all fields: all values, or all sentences. */
export function gather<Value extends Record<string, unknown>>(
  checks: Checks<Value>,
): FormResult<Value, Extract<keyof Value, string>> {
  const value: Partial<Value> = {};
  const fields: Partial<Record<Extract<keyof Value, string>, string>> = {};
  let isComplete = true;
  for (const field of Object.keys(checks) as Extract<keyof Value, string>[]) {
    const check = checks[field];
    if (check.ok) value[field] = check.value;
    else {
      fields[field] = check.sentence;
      isComplete = false;
    }
  }
  return isComplete ? { ok: true, value: value as Value } : { ok: false, fields };
}
