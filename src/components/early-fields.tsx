import type { ReactNode } from 'react';
import { useTakenOver } from '@/lib/use-taken-over.ts';

/**
 * The fields of a form on a prerendered page. Without scripts they are disabled. The arrival script enables them before
 * the app runs, and holds the form back until the app can send it (src/app/prerender/arrival-script.ts).
 */
export function EarlyFields({ className, children }: { className: string; children: ReactNode }) {
  const isTakenOver = useTakenOver();
  return (
    <fieldset
      role="none"
      data-early-fields=""
      disabled={!isTakenOver}
      suppressHydrationWarning
      className={className}
    >
      {children}
    </fieldset>
  );
}
