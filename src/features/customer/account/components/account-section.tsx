import type { ReactNode } from 'react';

type AccountSectionProps = {
  /** Also what follows the # in an address that leads here. */
  id: string;
  heading: string;
  /** What it is for, in a sentence or two. */
  description: ReactNode;
  children: ReactNode;
};

/** One matter of the account: what it is about beside what can be done. */
export function AccountSection({ id, heading, description, children }: AccountSectionProps) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-16 gap-y-6 border-t border-hairline py-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)]"
    >
      <div>
        <h2 id={id} tabIndex={-1} className="scroll-mt-8 heading-3 focus-quiet">
          {heading}
        </h2>
        <div className="mt-2 max-w-sm text-ink-soft">{description}</div>
      </div>
      <div className="max-w-xl">{children}</div>
    </section>
  );
}
