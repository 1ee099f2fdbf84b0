import { useRef, useState } from 'react';

/** Puts variables where the writing is: in the subject or the content, whichever was entered last. */
export function useInsertion() {
  const content = useRef<HTMLTextAreaElement>(null);
  const subject = useRef<HTMLInputElement>(null);
  const [target, aimAt] = useState<'subject' | 'content'>('content');

  const insert = (name: string) => {
    const field = target === 'content' ? content.current : subject.current;
    field?.focus();
    // oxlint-disable-next-line typescript/no-deprecated -- no other way can be undone like typing
    document.execCommand('insertText', false, `{{ ${name} }}`);
  };

  return { content, subject, target, aimAt, insert };
}
