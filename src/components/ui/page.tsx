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
    <div
      ref={rootRef}
      className={`mx-auto w-full px-5 py-12 sm:px-8 md:py-20 ${width === 'narrow' ? 'max-w-3xl' : 'max-w-7xl'}`}
    >
      <header className="mb-10 max-w-3xl md:mb-14">
        <h1 ref={headingRef} tabIndex={-1} className="heading-1 focus-quiet">
          {heading}
        </h1>
        {lead && <div className="mt-5 max-w-2xl text-lg text-ink-soft">{lead}</div>}
      </header>
      {children}
    </div>
  );
}
