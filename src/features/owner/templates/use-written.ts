import { useState } from 'react';

/**
 * A text as what it says, for fields that hold their own state. `version` changes when another text than the fields'
 * own has come, for which they begin anew. The value is null for a text that `parse` does not understand.
 */
export function useWritten<Value>(
  text: string,
  parse: (text: string) => Value | null,
  write: (value: Value) => string,
  onText: (text: string) => void,
) {
  const [held, setHeld] = useState(() => ({ text, value: parse(text), version: 0 }));

  if (text !== held.text) setHeld({ text, value: parse(text), version: held.version + 1 });

  const change = (value: Value) => {
    const written = write(value);
    setHeld({ ...held, text: written, value });
    onText(written);
  };

  return { value: held.value, version: held.version, change };
}
