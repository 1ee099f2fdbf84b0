import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { FormResult } from '@domain/contact/form-checks.ts';

/** Lets a form check itself by a rule of the business; a valid form answers the rule's own value. */
export function formRules<Input extends FieldValues, Value extends FieldValues>(
  validate: (typed: Input) => FormResult<Value, Extract<keyof Input, string>>,
): Resolver<Input, unknown, Value> {
  return (typed) => {
    const result = validate(typed);
    if (result.ok) return { values: result.value, errors: {} };
    const errors = Object.entries<string | undefined>(result.fields).map(([name, message]) => [
      name,
      { type: 'rule', message },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Input> };
  };
}
