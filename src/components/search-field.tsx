import { useEffect, useState } from 'react';
import { TextField } from './ui/field.tsx';

type SearchFieldProps = {
  label: string;
  /** What the search covers. */
  hint: string;
  value: string;
  onSearch: (search: string) => void;
};

/**
 * Looks a moment after the last key, or at once with Enter. What is typed gives way to a `value` that came from
 * elsewhere, such as a step back in the history, and not to the echo of a search of its own.
 */
export function SearchField({ label, hint, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [asked, setAsked] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value !== asked) setTyped(value);
    setAsked(value);
  }

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === value) return;
    const address = location.href;
    const timer = setTimeout(() => {
      // A link was pressed meanwhile, and its screen is loading: searching now would lead back here.
      if (location.href !== address) return;
      setAsked(wanted);
      onSearch(wanted);
    }, 300);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);

  return (
    <form
      role="search"
      className="search-line max-w-xl"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(typed.trim());
        onSearch(typed.trim());
      }}
    >
      <TextField
        label={label}
        hint={hint}
        type="search"
        enterKeyHint="search"
        // On a phone of the owner it is the only label in sight.
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}
