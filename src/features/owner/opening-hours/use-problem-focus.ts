import { useEffect, useRef } from 'react';
import type { OpeningProblems } from '@domain/time/opening-change.ts';

/** When problems appear where there were none, the first of them in the page takes the focus. */
export function useProblemFocus(problems: OpeningProblems) {
  const region = useRef<HTMLDivElement>(null);
  const hasProblems = Object.keys(problems).length > 0;
  useEffect(() => {
    if (!hasProblems) return;
    region.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasProblems]);
  return region;
}
