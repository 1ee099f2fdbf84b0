import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';

/** Connects labelled controls with a form: after `const field = fieldOf(form)`, `<TextField {...field('name')} />`. */
export function fieldOf<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
) {
  const { errors } = form.formState;
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    ...form.register(name, options),
    error: errors[name]?.message as string | undefined,
  });
}
