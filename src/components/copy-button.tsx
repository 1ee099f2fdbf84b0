import { useState } from 'react';

/** Copies a text. Where a browser does not let pages copy, it fails to the text being selectable. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [said, setSaid] = useState('');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Please select it and copy');
    }
  };

  return (
    <span className="inline-flex items-center gap-3">
      <button
        type="button"
        onClick={() => void copy()}
        className="min-h-11 min-w-11 font-semibold underline underline-offset-4"
      >
        Copy<span className="sr-only"> {label}</span>
      </button>
      <span role="status" className="text-sm">
        {said}
      </span>
    </span>
  );
}
