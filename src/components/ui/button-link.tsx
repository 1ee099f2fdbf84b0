import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { buttonStyle, type ButtonVariant } from './button-style.ts';

type ButtonLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  state?: unknown;
  variant?: ButtonVariant;
};

/** A link to another screen that looks like a button. */
export function ButtonLink({ variant = 'primary', className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonStyle(variant, className)} />;
}
