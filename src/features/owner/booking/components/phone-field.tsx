import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import type { DetailsInput } from '@domain/booking/details.ts';
import { Field } from '@/components/ui/field.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';

type PhoneFieldProps = Omit<ComponentProps<'input'>, 'name' | 'required'> & {
  name: keyof DetailsInput;
  label: string;
  hint?: string;
  required?: boolean;
};

/** One text field of what a customer says, with its label, error and hint. */
export function PhoneField({
  name,
  label,
  hint,
  required = true,
  className,
  ...input
}: PhoneFieldProps) {
  const { register, formState } = useFormContext<DetailsInput>();
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      error={formState.errors[name]?.message}
      {...(className ? { className } : {})}
    >
      {(control) => <TextInput {...control} autoComplete="off" {...input} {...register(name)} />}
    </Field>
  );
}
