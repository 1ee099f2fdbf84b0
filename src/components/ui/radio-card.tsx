import type { ComponentProps, ReactNode } from 'react';

type RadioCardProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  /** Smaller print under the label, part of the radio's name. */
  description?: ReactNode;
  /** Set at the end of the line, such as a price. */
  aside?: ReactNode;
};

/** One choice of several as a tile. Put them in a fieldset with a legend, all with one `name`. */
export function RadioCard({ label, description, aside, className = '', ...rest }: RadioCardProps) {
  return (
    <label className={`radio-card ${className}`}>
      {/* Unseen, but over the whole tile: what is pressed is the radio itself. */}
      <input
        {...rest}
        type="radio"
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
