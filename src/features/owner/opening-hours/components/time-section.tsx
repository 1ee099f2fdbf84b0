import type { ReactNode } from 'react';

type TimeSectionProps = { id: string; heading: string; lead: ReactNode; children: ReactNode };

/** A part of the screen that the links at its head lead to. */
export function TimeSection({ id, heading, lead, children }: TimeSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="min-w-0 scroll-mt-6">
      <h2 id={`${id}-heading`} className="heading-2">
        {heading}
      </h2>
      <p className="mt-3 mb-6 max-w-2xl text-ink-soft">{lead}</p>
      {children}
    </section>
  );
}
