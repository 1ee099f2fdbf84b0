import { useRef, type ReactNode } from 'react';
import { usePageArrival } from '@/lib/page-arrival.ts';
import { useKeptFocus } from './use-kept-focus.ts';

type PageProps = {
  /** Name of the page in the browser's tab; the heading when left out. */
  title?: string;
  heading: string;
  /** A sentence or two under the heading. */
  lead?: ReactNode;
  /** `narrow` for a form or a message, `wide` for two columns. */
  width?: 'narrow' | 'wide';
  children?: ReactNode;
};

/** The frame of a screen: sets the title, takes the focus on arrival, and gives the heading its place. */
export function Page({ title, heading, lead, width = 'wide', children }: PageProps) {
  const rootRef = useRef<HTMLDivElement>(null);
  // Before the arrival's own, which asks on leaving whether the heading has the focus.
  useKeptFocus(rootRef);
  const headingRef = usePageArrival(title ?? heading);
  return (
    <div ref={rootRef} className={width === 'narrow' ? 'page page-narrow' : 'page'}>
      <header className="page-header">
        <h1 ref={headingRef} tabIndex={-1} className="heading-1 focus-quiet">
          {heading}
        </h1>
        {lead && <div className="page-lead">{lead}</div>}
      </header>
      {children}
    </div>
  );
}
