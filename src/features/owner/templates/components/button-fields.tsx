import { Button } from '@/components/ui/button.tsx';
import type { LetterButton } from '@domain/mail/letter.ts';
import { isAddress } from '@domain/mail/variable-labels.ts';
import { AddressFields } from '../text-editor/address-fields.tsx';
import { linkAddress, variableOf } from '../text-editor/link-address.ts';
import { RichField } from '../text-editor/rich-field.tsx';

type ButtonFieldsProps = {
  button: LetterButton | null;
  variables: Readonly<Record<string, string>>;
  onChange: (button: LetterButton | null) => void;
};

/** The one button of an email: its words and where it leads. */
export function ButtonFields({ button, variables, onChange }: ButtonFieldsProps) {
  const [first = null] = Object.keys(variables).filter(isAddress);
  const add = () =>
    onChange({
      label: [{ text: 'See more' }],
      href: first === null ? 'https://' : `{{ ${first} }}`,
    });
  if (!button) {
    return (
      <Button variant="secondary" className="justify-self-start" onClick={add}>
        Add button
      </Button>
    );
  }
  const isTyped = variableOf(button.href) === null;
  return (
    <fieldset className="grid gap-4 border border-hairline bg-ivory p-4">
      <legend className="px-1 text-sm font-semibold">Button</legend>
      <RichField
        kind="line"
        label="Words on the button"
        start={[{ kind: 'paragraph', runs: button.label }]}
        variables={variables}
        onChange={([block]) =>
          block?.kind === 'paragraph' && onChange({ ...button, label: block.runs })
        }
      />
      <AddressFields
        href={button.href}
        error={
          isTyped && linkAddress(button.href) !== button.href
            ? 'Please enter a full address, such as https://example.com.'
            : undefined
        }
        variables={variables}
        onChange={(href) => onChange({ ...button, href })}
      />
      <Button variant="secondary" className="justify-self-start" onClick={() => onChange(null)}>
        Remove button
      </Button>
    </fieldset>
  );
}
