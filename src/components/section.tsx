import { useId, type ReactNode } from 'react';

type SectionProps = {
  /** By which a link leads here. */
  id?: string;
  heading: ReactNode;
  /** A third-level heading stands under another section's. */
  level?: 2 | 3;
  headingClassName?: string;
  className?: string | undefined;
  children: ReactNode;
};

/** A part of a page that its heading names. */
export function Section(props: SectionProps) {
  const { heading, level = 2, headingClassName = 'heading-3', className, children } = props;
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section id={props.id} aria-labelledby={id} className={className}>
      <Heading id={id} className={headingClassName}>
        {heading}
      </Heading>
      {children}
    </section>
  );
}
