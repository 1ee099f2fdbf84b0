import { useFormContext } from 'react-hook-form';
import { TextField, type LabelledProps } from '@/components/ui/field.tsx';
import { fieldOf } from '@/lib/field-of.ts';
import type { CardInput } from './card-form.ts';

type CardFieldProps = Omit<LabelledProps<'input'>, 'name'> & {
  name: Exclude<keyof CardInput, 'isServiceAddress'>;
};

/** One field of the card form, with its label and error. */
export function CardField({ name, ...input }: CardFieldProps) {
  const field = fieldOf(useFormContext<CardInput>());
  return <TextField required {...field(name)} {...input} />;
}
