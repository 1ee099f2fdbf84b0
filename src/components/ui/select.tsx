import type { ComponentProps } from 'react';

/** The platform's own list: it opens well on every device. Options are its children. */
export function Select({ className = '', children, ...rest }: ComponentProps<'select'>) {
  return (
    <select {...rest} className={`control control-select ${className}`}>
      {children}
    </select>
  );
}
