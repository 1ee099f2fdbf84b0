import type { FieldResult } from './field-checks.ts';

/** What a form answers: normalised values, or a sentence for each field that needs another look. */
export type FormResult<Value, Field extends string> =
  | { ok: true; value: Value }
  | { ok: false; fields: Partial<Record<Field, string>> };

type Checks<Value> = { [Field in keyof Value]: FieldResult<Value[Field]> };

/** Gathers the checks of all fields: every value, or every sentence. */
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
