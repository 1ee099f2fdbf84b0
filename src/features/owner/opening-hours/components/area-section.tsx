import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import {
  checkPrefixes,
  withoutCovered,
  type PostalPrefix,
  isServed,
} from '@domain/contact/service-area.ts';
import { RemovableChips } from './removable-chips.tsx';
import { TimeSection } from './time-section.tsx';

type AreaSectionProps = {
  prefixes: readonly PostalPrefix[];
  onChange: (prefixes: PostalPrefix[]) => void;
};

/** Where the business goes, by the first characters of postal codes. */
export function AreaSection({ prefixes, onChange }: AreaSectionProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const adding = useRef<HTMLTextAreaElement>(null);

  const add = () => {
    const check = checkPrefixes(typed);
    if (check.ok && check.value.length > 0) {
      onChange(withoutCovered([...prefixes, ...check.value]));
      setTyped('');
    }
    if (!check.ok) setProblem(check.sentence);
    else setProblem(check.value.length > 0 ? undefined : 'Please enter a postal area first.');
  };

  const serveEverywhere = () => {
    // The pressed button goes away with the list.
    adding.current?.focus();
    onChange([]);
  };

  return (
    <TimeSection
      id="area"
      heading="Service area"
      lead="Customers in these postal areas can book online. Other customers see your contact form. You can still book them by phone."
    >
      {prefixes.length === 0 ? (
        <p className="border-y border-hairline py-6 text-ink-soft">
          No limit: customers everywhere can book. Add postal areas to keep bookings near you.
        </p>
      ) : (
        <>
          <RemovableChips
            label="Postal areas"
            inColumns
            items={prefixes.map((one) => ({ key: one, label: one }))}
            onRemove={(prefix) => onChange(prefixes.filter((one) => one !== prefix))}
          />
          <Button variant="secondary" className="mt-4 max-sm:w-full" onClick={serveEverywhere}>
            Serve everywhere
          </Button>
        </>
      )}
      <TextAreaField
        label="Add postal areas"
        error={problem}
        hint="The first three characters, such as L7C, or fewer for a wider area, such as L7. You can paste a list."
        className="mt-6 max-w-xl"
        ref={adding}
        rows={2}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button variant="secondary" className="mt-4 max-sm:w-full" onClick={add}>
        Add postal areas
      </Button>
      {prefixes.length > 0 && <AreaProbe prefixes={prefixes} />}
    </TimeSection>
  );
}

/** Whether a postal code lies inside the area, as it stands on the screen. */
function AreaProbe({ prefixes }: { prefixes: readonly PostalPrefix[] }) {
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
