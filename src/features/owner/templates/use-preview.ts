import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewTemplate } from './api/preview-template.ts';
import type { TemplateDraft } from './template-draft.ts';

/** The mail as the server would write it, a moment after the typing stops. The last one stays meanwhile. */
export function usePreview(draft: TemplateDraft) {
  const settled = useDebounced(draft, 400);
  const { subject, content, template_type: type } = settled;
  return useQuery({
    queryKey: ['template-preview', type, subject, content],
    queryFn: () => previewTemplate(settled),
    placeholderData: keepPreviousData,
    // Every pause in the typing makes one: none of them is worth keeping.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

/** The value once it has stayed the same for that many milliseconds. */
function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
