import { useForm } from 'react-hook-form';
import { checkPhone } from '@domain/contact/field-checks.ts';
import { gather } from '@domain/contact/form-checks.ts';
import { TextField } from '@/components/ui/field.tsx';
import { fieldOf } from '@/lib/field-of.ts';
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
      <TextField
        label="Phone Number"
        required
        hint={
          start ? 'You entered this number when you signed up. It is not verified yet.' : undefined
        }
        type="tel"
        autoComplete="tel"
        {...fieldOf(form)('phone')}
      />
      <SaveRow label="Text Me a Code" change={change} />
    </form>
  );
}
