import { useState } from 'react';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { isServed, type PostalPrefix } from '@domain/contact/service-area.ts';
import { TextField } from '@/components/ui/field.tsx';

/** Whether a postal code lies inside the area, as it stands on the screen. */
export function AreaProbe({ prefixes }: { prefixes: readonly PostalPrefix[] }) {
  const [typed, setTyped] = useState('');
  const check = checkPostalCode(typed);
  return (
    <div className="mt-8 max-w-64">
      <TextField
        label="Try a postal code"
        placeholder="L7C 1A1"
        autoCapitalize="characters"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="mt-2 text-sm font-semibold">
        {check.ok &&
          (isServed(prefixes, check.value) ? (
            <span className="text-success">You serve {check.value}.</span>
          ) : (
            <span className="text-danger">{check.value} is outside your area.</span>
          ))}
      </p>
    </div>
  );
}
