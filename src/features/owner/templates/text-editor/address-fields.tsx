import { SelectField, TextField } from '@/components/ui/field.tsx';
import { isAddress, variableLabel } from '@domain/mail/variable-labels.ts';
import { variableOf } from './link-address.ts';

type AddressFieldsProps = {
  /** An address, or a variable as "{{ booking_url }}". */
  href: string;
  error?: string | undefined;
  variables: Readonly<Record<string, string>>;
  onChange: (href: string) => void;
};

/** Where a link or a button leads: to a page of the product, or anywhere else. */
export function AddressFields({ href, error, variables, onChange }: AddressFieldsProps) {
  const page = variableOf(href);
  const pages = Object.keys(variables).filter(isAddress);
  const options = page !== null && !pages.includes(page) ? [page, ...pages] : pages;
  return (
    <>
      <SelectField
        label="Leads to"
        value={page ?? ''}
        onChange={({ target }) => onChange(target.value && `{{ ${target.value} }}`)}
      >
        {options.map((name) => (
          <option key={name} value={name}>
            {variableLabel(name)}
          </option>
        ))}
        <option value="">Another address</option>
      </SelectField>
      {page === null && (
        <TextField
          label="Address"
          hint="A web page, an email address or a phone number."
          error={error}
          value={href}
          autoComplete="off"
          placeholder="https://"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  );
}
