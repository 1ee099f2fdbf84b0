import type { ComponentProps } from 'react';
import { Link, useRoute } from 'wouter';

export type NavLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; end?: boolean };

/** A link of a menu, marked while its screen is open, or one below it unless it stands for the `end`. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const [isOpen] = useRoute(end ? rest.to : `${rest.to}/*?`);
  return <Link aria-current={isOpen ? 'page' : undefined} {...rest} />;
}
