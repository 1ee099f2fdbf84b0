import type { ComponentProps, ReactNode } from 'react';

type CardProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  /** Smaller print under the label, part of the input's name. */
  description?: ReactNode;
  /** Set at the end of the line, such as a price. */
  aside?: ReactNode;
};

/** One choice of several as a tile. Put them in a fieldset with a legend, all with one `name`. */
export const RadioCard = (props: CardProps) => <Card {...props} type="radio" />;

/** A tile that is `checked` or not, with a box that is ticked. Put several in a fieldset with a legend. */
export const CheckCard = ({ label, ...rest }: CardProps) => (
  <Card
    {...rest}
    type="checkbox"
    label={
      <span className="flex items-baseline gap-3">
        <span aria-hidden="true" className="grid size-5 shrink-0 place-items-center border">
          <svg viewBox="0 0 12 12" className={rest.checked ? 'size-4' : 'invisible size-4'}>
            <path d="M1.5 6.5 4.5 9.5 10.5 2.5" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
        </span>
        {label}
      </span>
    }
  />
);

function Card(props: CardProps & { type: 'radio' | 'checkbox' }) {
  const { label, description, aside, className = '', ...rest } = props;
  return (
    <label className={`radio-card ${className}`}>
      {/* Unseen, but over the whole tile: what is pressed is the input itself. */}
      <input
        {...rest}
        className="absolute inset-0 m-0 size-full cursor-[inherit] appearance-none opacity-0"
      />
      <span className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">{label}</span>
        {aside && <span className="tabular-nums">{aside}</span>}
      </span>
      {description && <span className="radio-card-note mt-1 block text-sm">{description}</span>}
    </label>
  );
}
