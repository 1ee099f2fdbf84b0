import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '@/components/ui/field.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import type { CardInput } from './card-form.ts';

type CardFieldProps = Omit<ComponentProps<'input'>, 'name'> & {
  name: Exclude<keyof CardInput, 'isServiceAddress'>;
  label: string;
};

/** One field of the card form, with its label and error. */
export function CardField({ name, label, className, ...input }: CardFieldProps) {
  const { register, formState } = useFormContext<CardInput>();
  return (
    <Field
      label={label}
      required
      error={formState.errors[name]?.message}
      {...(className ? { className } : {})}
    >
      {(control) => <TextInput {...control} {...register(name)} {...input} />}
    </Field>
  );
}
