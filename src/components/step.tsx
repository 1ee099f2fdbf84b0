import { useId, type ReactNode } from 'react';

type StepProps = { number: number; heading: string; children: ReactNode };

/** One step on the way to a booking, numbered through from screen to screen. */
export function Step({ number, heading, children }: StepProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-8 flex items-baseline gap-4 heading-2">
        <span aria-hidden="true" className="text-brass tabular-nums">
          {number}
        </span>
        {heading}
      </h2>
      {children}
    </section>
  );
}
