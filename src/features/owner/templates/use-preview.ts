import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewQuery } from './api/preview-template.ts';
import type { TemplateDraft } from './template-draft.ts';

/** The mail as the server would write it, a moment after the typing stops. The last one stays meanwhile. */
export const usePreview = (draft: TemplateDraft) =>
  useQuery(previewQuery(useDebounced(draft, 400)));

/** The value once it has stayed the same for that many milliseconds. */
function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
