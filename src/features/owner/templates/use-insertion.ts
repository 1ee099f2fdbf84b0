import { useRef, useState } from 'react';
import type { CodeEditorHandle } from './editor/code-editor.tsx';

/** Puts variables where the writing is: in the subject or the content, whichever was entered last. */
export function useInsertion() {
  const content = useRef<CodeEditorHandle>(null);
  const subject = useRef<HTMLInputElement>(null);
  const [target, aimAt] = useState<'subject' | 'content'>('content');

  const insert = (name: string) => {
    const text = `{{ ${name} }}`;
    if (target === 'content') content.current?.insert(text);
    else insertIntoInput(subject.current, text);
  };

  return { content, subject, target, aimAt, insert };
}

// As if it had been typed: the browser keeps the cursor, and React hears of the change.
function insertIntoInput(input: HTMLInputElement | null, text: string) {
  if (!input) return;
  const { selectionStart, selectionEnd, value } = input;
  const from = selectionStart ?? value.length;
  input.focus();
  input.setRangeText(text, from, selectionEnd ?? from, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
