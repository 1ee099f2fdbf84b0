import { useId, type ReactNode } from 'react';

type SummaryPanelProps = {
  heading: string;
  /** Above the heading. */
  picture?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** What a form is about, on lacquer: from edge to edge on a phone, a column beside the form at a desk. */
export function SummaryPanel({ heading, picture, className = '', children }: SummaryPanelProps) {
  const id = useId();
  return (
    <aside
      aria-labelledby={id}
      className={`on-lacquer -mx-5 px-5 py-8 sm:-mx-8 sm:px-8 lg:mx-0 lg:rounded-badge ${className}`}
    >
      {picture}
      <h2 id={id} className="heading-3">
        {heading}
      </h2>
      {children}
    </aside>
  );
}
