import type { ComponentProps } from 'react';

export function TextArea({ className = '', rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} rows={rows} className={`control resize-y ${className}`} />;
}
