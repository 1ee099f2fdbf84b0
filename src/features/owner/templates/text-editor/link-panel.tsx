import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { isAddress } from '@domain/mail/variable-labels.ts';
import { AddressFields } from './address-fields.tsx';
import { linkAddress, variableOf } from './link-address.ts';

type LinkPanelProps = {
  /** The link at the cursor; null outside of one. */
  href: string | null;
  variables: Readonly<Record<string, string>>;
  onLink: (href: string) => void;
  onRemove: () => void;
  onCancel: () => void;
};

/** Asks where the selected words lead. */
export function LinkPanel({ href, variables, onLink, onRemove, onCancel }: LinkPanelProps) {
  const [first = null] = Object.keys(variables).filter(isAddress);
  const [address, setAddress] = useState(href ?? (first === null ? '' : `{{ ${first} }}`));
  const [error, setError] = useState<string>();
  const link = () => {
    const found = variableOf(address) === null ? linkAddress(address) : address;
    if (found !== null) onLink(found);
    else setError('Please enter a web page, an email address or a phone number.');
  };
  return (
    <div
      role="group"
      aria-label="Link"
      className="grid w-full gap-4 border border-hairline bg-pearl p-4"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        link();
      }}
    >
      <AddressFields href={address} error={error} variables={variables} onChange={setAddress} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={link}>{href === null ? 'Add link' : 'Change link'}</Button>
        {href !== null && (
          <Button variant="secondary" onClick={onRemove}>
            Remove link
          </Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
