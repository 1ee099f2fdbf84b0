import { Link, type LinkProps } from '@/lib/router.tsx';
import { buttonStyle, type ButtonVariant } from './button-style.ts';

/** A link to another screen that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  className,
  ...rest
}: LinkProps & { variant?: ButtonVariant }) {
  return <Link {...rest} className={buttonStyle(variant, className)} />;
}
