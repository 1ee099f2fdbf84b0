import { useEffect, useState } from 'react';
import { Field } from './ui/field.tsx';
import { TextInput } from './ui/text-input.tsx';

type SearchFieldProps = {
  label: string;
  /** What one may look for. */
  hint: string;
  value: string;
  onSearch: (search: string) => void;
};

/** Looks a moment after the last key, or at once with Enter. */
export function SearchField({ label, hint, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);

  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed.trim()), 300);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);

  return (
    <form
      role="search"
      className="max-w-xl"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <Field label={label} hint={hint}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </form>
  );
}
