import { useForm } from 'react-hook-form';
import { checkPhone } from '@domain/contact/field-checks.ts';
import { gather } from '@domain/contact/form-checks.ts';
import { Field } from '@/components/ui/field.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { formRules } from '@/lib/form-rules.ts';
import type { usePhoneChange } from '../use-phone-change.ts';
import { SaveRow } from './save-row.tsx';

type PhoneInput = { phone: string };

const validate = ({ phone }: PhoneInput) => gather({ phone: checkPhone(phone) });

type PhoneFormProps = {
  /** The number that was given at sign-up. */
  start: string;
  change: ReturnType<typeof usePhoneChange>;
};

export function PhoneForm({ start, change }: PhoneFormProps) {
  const form = useForm<PhoneInput, unknown, PhoneInput>({
    defaultValues: { phone: start },
    resolver: formRules(validate),
  });
  const save = form.handleSubmit(({ phone }) => change.mutate(phone));
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-6">
      <Field
        label="Phone Number"
        required
        hint={
          start ? 'You entered this number when you signed up. It is not verified yet.' : undefined
        }
        error={form.formState.errors.phone?.message}
      >
        {(control) => (
          <TextInput {...control} type="tel" autoComplete="tel" {...form.register('phone')} />
        )}
      </Field>
      <SaveRow label="Text Me a Code" change={change} />
    </form>
  );
}
