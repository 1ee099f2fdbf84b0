import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import type { DetailsInput } from '@domain/booking/details.ts';
import { Field } from '@/components/ui/field.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';

type DetailsFieldProps = Omit<ComponentProps<'input'>, 'name' | 'required'> & {
  name: keyof DetailsInput;
  label: string;
  hint?: string;
  required?: boolean;
};

/** One text field of the details form, with its label, error and hint. */
export function DetailsField(props: DetailsFieldProps) {
  const { name, label, hint, required = true, className, ...input } = props;
  const { register, formState } = useFormContext<DetailsInput>();
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      error={formState.errors[name]?.message}
      {...(className ? { className } : {})}
    >
      {(control) => <TextInput {...control} {...input} {...register(name)} />}
    </Field>
  );
}
